package p;

abstract class A {
    int f() {
        return 1;
    }
}
