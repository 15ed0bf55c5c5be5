package p;

class A {
    int x = 1;

    class In {
        int g() {
        return x;
    }
    }
}
