package p;

class A {
    static int f() {
        java.util.function.IntSupplier s = () -> 1;
        return s.getAsInt();
    }
}
