package p;

class A {
    static int f() {
        java.util.function.IntSupplier s = () -> 2;
        return s.getAsInt();
    }
}
