package p;

class A {
    static int g() {
        return 1;
    }

    static int h() {
        return 2;
    }

    static int f() {
        java.util.function.IntSupplier s = A::h;
        return s.getAsInt();
    }
}
