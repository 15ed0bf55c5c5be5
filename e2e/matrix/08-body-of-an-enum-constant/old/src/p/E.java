package p;

enum E {
    A {
        @Override
        int f() {
            return 1;
        }
    };

    abstract int f();
}
