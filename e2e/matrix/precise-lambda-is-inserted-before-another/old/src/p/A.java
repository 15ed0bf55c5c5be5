package p;

import java.util.function.IntSupplier;

class A {
    static IntSupplier g() {
        return null;
    }

    static int f() {
        IntSupplier one = () -> 1;
        return one.getAsInt();
    }
}
