package classesx;

class C {
    static int f() {
        return 2;
    }
}
