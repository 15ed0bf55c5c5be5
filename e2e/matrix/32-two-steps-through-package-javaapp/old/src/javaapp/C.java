package javaapp;

class C {
    static int f() {
        return 1;
    }
}
