package p;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.concurrent.CompletableFuture;

class Work {
    private static final CompletableFuture<Void> BEGUN = new CompletableFuture<>();
    private static final CompletableFuture<Void> ENDED = new CompletableFuture<>();
    private static Integer kept;

    static {
        BEGUN.thenApply(none -> read()).thenCombine(ENDED, (value, none) -> value).thenAccept(Work::keep);
    }

    private static int read() {
        try {
            return Integer.parseInt(new String(Files.readAllBytes(Paths.get("data/a.txt"))).trim());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void keep(int value) {
        kept = value;
    }

    static void begin() {
        BEGUN.complete(null);
    }

    static void end() {
        ENDED.complete(null);
    }

    static int value() {
        return kept;
    }
}
