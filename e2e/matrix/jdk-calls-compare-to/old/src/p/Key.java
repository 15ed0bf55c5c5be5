package p;

class Key implements Comparable<Key> {
    final int k;

    Key(int k) {
        this.k = k;
    }

    @Override
    public int compareTo(Key other) {
        return Integer.compare(k, other.k);
    }
}
