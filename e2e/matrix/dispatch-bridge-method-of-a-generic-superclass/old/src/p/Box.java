package p;

abstract class Box<T> {
    abstract T get();

    String show() {
        return "" + get();
    }
}
