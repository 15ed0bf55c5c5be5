package p;

class A extends RuntimeException {
    A() {
        super("a");
    }
}
