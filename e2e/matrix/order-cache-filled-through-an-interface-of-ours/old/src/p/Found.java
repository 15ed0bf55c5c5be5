package p;

class Found implements Source {
    @Override
    public int value() {
        return A.f();
    }
}
