package p;

class A {
    final int f() {
        return 1;
    }
}
