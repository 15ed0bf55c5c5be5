package p;

class A {
    static java.util.function.IntSupplier s;

    static void set() {
        s = () -> 2;
    }
}
