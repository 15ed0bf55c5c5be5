package p;

class C {
    static java.util.function.IntSupplier make() {
        return () -> 1;
    }
}
