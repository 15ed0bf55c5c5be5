package p;

class A {
    static int f() {
        java.util.function.IntSupplier a = () -> 2;
        java.util.function.IntSupplier b = () -> 1;
        return a.getAsInt() * 10 + b.getAsInt();
    }
}
