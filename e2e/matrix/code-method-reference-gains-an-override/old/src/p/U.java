package p;

class U {
    static int call(B b) {
        java.util.function.IntSupplier s = b::f;
        return s.getAsInt();
    }
}
