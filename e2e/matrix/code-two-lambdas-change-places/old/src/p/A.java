package p;

class A {
    static int f() {
        java.util.function.IntSupplier a = () -> 1;
        java.util.function.IntSupplier b = () -> 2;
        return a.getAsInt() * 10 + b.getAsInt();
    }
}
