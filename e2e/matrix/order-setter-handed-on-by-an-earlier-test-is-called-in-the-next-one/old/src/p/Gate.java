package p;

import java.util.concurrent.CompletableFuture;

class Gate {
    static final CompletableFuture<Void> GATE = new CompletableFuture<>();

    static void open() {
        GATE.complete(null);
    }
}
