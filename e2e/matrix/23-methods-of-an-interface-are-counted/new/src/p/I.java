package p;

interface I {
    void f();

    void g();
}
