package p;

class Key {
    private final int number;

    Key(int number) {
        this.number = number;
    }

    @Override
    public int hashCode() {
        return A.f() == 1 ? number : -number & 15;
    }
}
