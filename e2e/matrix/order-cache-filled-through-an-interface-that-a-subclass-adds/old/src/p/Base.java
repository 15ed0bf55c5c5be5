package p;

class Base {
    public int number() {
        return A.f();
    }
}
