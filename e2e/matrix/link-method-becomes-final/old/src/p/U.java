package p;

class U extends A {
    @Override
    int f() {
        return 1;
    }
}
