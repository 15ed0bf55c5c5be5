package p;

import java.nio.file.Files;
import java.nio.file.Path;

class Settings {
    private static String kept;

    static String get() throws Exception {
        if (kept == null) {
            kept = load();
        }
        return kept;
    }

    private static String load() throws Exception {
        return Files.readAllLines(Path.of("data/a.txt")).get(0);
    }
}
