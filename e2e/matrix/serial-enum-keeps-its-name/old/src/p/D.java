package p;

enum D {
    X {
        @Override
        int f() {
            return 1;
        }
    };

    abstract int f();
}
