package p;

final class C extends A {
    int f() {
        return 1;
    }
}
