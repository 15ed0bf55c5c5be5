package p;

class D {
    static {
        if (true) {
            throw new IllegalStateException();
        }
    }
}
