package p;

@An("y")
class A {
    static int f() {
        return 1;
    }
}
