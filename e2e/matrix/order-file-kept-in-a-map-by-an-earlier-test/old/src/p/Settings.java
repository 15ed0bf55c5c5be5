package p;

import java.io.FileReader;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;

class Settings {
    private static final Map<String, String> ALL = new ConcurrentHashMap<>();

    static String get() {
        return ALL.computeIfAbsent("key", Settings::load);
    }

    private static String load(String key) {
        Properties properties = new Properties();
        try (FileReader in = new FileReader("data/a.txt")) {
            properties.load(in);
        } catch (java.io.IOException failed) {
            throw new IllegalStateException(failed);
        }
        return properties.getProperty(key);
    }
}
