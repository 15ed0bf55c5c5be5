package p;

import java.util.concurrent.CompletableFuture;

class Cache {
    private static CompletableFuture<Integer> first;
    private static CompletableFuture<Integer> kept;

    static void start() {
        CompletableFuture<Integer> begun = new CompletableFuture<>();
        kept = begun.thenApply(number -> number * A.f());
        first = begun;
    }

    static void finish() {
        if (first == null) {
            start();
        }
        first.complete(1);
    }

    static int get() throws Exception {
        return kept.get();
    }
}
