package p;

enum D {
    X {
        @Override
        int f() {
            return 2;
        }
    };

    abstract int f();
}
