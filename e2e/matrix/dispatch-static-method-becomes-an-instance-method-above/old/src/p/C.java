package p;

class C extends B {
    int g() {
        return f();
    }
}
