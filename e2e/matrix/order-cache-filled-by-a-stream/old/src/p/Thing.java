package p;

class Thing {
    int number() {
        return A.f();
    }
}
