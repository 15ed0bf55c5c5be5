package p;

enum E {
    A {
        @Override
        int f() {
            return 2;
        }
    };

    abstract int f();
}
