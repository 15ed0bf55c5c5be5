package p;

import java.util.function.Supplier;

class Memo<T> {
    private final Supplier<T> supplier;
    private T value;

    Memo(Supplier<T> supplier) {
        this.supplier = supplier;
    }

    T get() {
        if (value == null) {
            value = supplier.get();
        }
        return value;
    }
}
