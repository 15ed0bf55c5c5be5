package p;

class B {
    @Override
    public String toString() {
        return "B";
    }
}
