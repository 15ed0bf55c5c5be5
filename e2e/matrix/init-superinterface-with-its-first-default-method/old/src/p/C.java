package p;

class C implements I {
    static void f() {

    }
}
