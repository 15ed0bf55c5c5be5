package p;

/** The first. */
class A {
    static int f() {
        // One.
        return 1;
    }
}
