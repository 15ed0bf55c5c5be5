package p;

class A extends Key {
    A(int k) {
        super(k);
    }

    @Override
    public int compareTo(Key other) {
        return Integer.compare(other.k, k);
    }
}
