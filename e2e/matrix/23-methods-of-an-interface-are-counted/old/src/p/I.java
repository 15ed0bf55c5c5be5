package p;

interface I {
    void f();
}
