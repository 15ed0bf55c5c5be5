package p;

class Builder {
    <K, V> Local<K, V> build() {
        return new Local<>();
    }
}
