package p;

class C extends B {
    static void f() {

    }
}
