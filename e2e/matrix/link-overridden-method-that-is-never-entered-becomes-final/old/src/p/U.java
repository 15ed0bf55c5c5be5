package p;

class U extends A {
    @Override
    int f() {
        return 2;
    }

    int g() {
        return 1;
    }
}
