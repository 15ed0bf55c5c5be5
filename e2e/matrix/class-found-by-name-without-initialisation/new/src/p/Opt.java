package p;

class Opt {
    void f() {}
}
