package p;

class A {
    static int g() {
        return 1;
    }
}
