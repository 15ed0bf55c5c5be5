package p;

class D {
    static Object make() {
        return (java.util.function.IntSupplier & java.io.Serializable) () -> 1;
    }
}
