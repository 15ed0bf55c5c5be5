package p;

import java.util.concurrent.CompletableFuture;

class Cache {
    private static Integer kept;

    static void start() {
        CompletableFuture<Integer> number = CompletableFuture.completedFuture(A.f());
        Gate.GATE.thenCombine(number, (none, given) -> given).thenAccept(Cache::set);
    }

    static void ensure() {
        if (kept == null) {
            start();
            Gate.open();
        }
    }

    static void set(Integer number) {
        kept = number;
    }

    static int value() {
        return kept;
    }
}
