package p;

class A {
    static int f() {
        return K.X;
    }
}
