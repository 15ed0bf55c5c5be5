package sunrise;

class C {
    static int f() {
        return 2;
    }
}
