package p;

final class A {
    int f() {
        return 1;
    }
}
