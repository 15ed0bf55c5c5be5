package p;

class B<T> {
    int f(T t) {
        return 1;
    }
}
