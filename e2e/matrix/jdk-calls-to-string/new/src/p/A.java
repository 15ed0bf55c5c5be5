package p;

class A {
    @Override
    public String toString() {
        return "A";
    }
}
