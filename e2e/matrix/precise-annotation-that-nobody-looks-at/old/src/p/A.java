package p;

@An("x")
class A {
    static int f() {
        return 1;
    }
}
