package p;

final class A {
    private final int x;

    A(int x) {
        this.x = x;
    }

    int x() {
        return x;
    }
}
