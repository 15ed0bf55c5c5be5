package p;

class C extends q.B {
    static int g() {
        return f();
    }
}
