package p;

import java.util.function.Supplier;

class Service {
    private final Supplier<Integer> source;

    Service(Supplier<Integer> source) {
        this.source = source;
    }

    int number() {
        return source.get();
    }
}
