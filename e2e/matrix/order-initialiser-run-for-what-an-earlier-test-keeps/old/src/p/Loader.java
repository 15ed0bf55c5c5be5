package p;

import java.nio.file.Files;
import java.nio.file.Path;

class Loader {
    static final String TEXT = load();

    private static String load() {
        try {
            return Files.readAllLines(Path.of("data/a.txt")).get(0);
        } catch (java.io.IOException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
