package p;

class A {
    int x = 2;

    class In {
        int g() {
        return x;
    }
    }
}
