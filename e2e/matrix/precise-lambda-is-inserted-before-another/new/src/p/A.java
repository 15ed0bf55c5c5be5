package p;

import java.util.function.IntSupplier;

class A {
    static IntSupplier g() {
        return () -> 5;
    }

    static int f() {
        IntSupplier one = () -> 1;
        return one.getAsInt();
    }
}
