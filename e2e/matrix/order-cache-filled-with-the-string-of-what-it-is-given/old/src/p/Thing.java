package p;

class Thing {
    @Override
    public String toString() {
        return Integer.toString(A.f());
    }
}
