package p;

class A implements M {
    static int f() {
        return Y;
    }
}
