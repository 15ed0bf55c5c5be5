package p;

import java.io.InputStream;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;

class Settings {
    private static final AtomicReference<Properties> KEPT = new AtomicReference<>();

    static String get() throws Exception {
        Properties properties = KEPT.get();
        if (properties == null) {
            properties = Loader.load();
            KEPT.set(properties);
        }
        return properties.getProperty("key");
    }

    static class Loader {
        static Properties load() throws Exception {
            Properties properties = new Properties();
            try (InputStream in = Settings.class.getResourceAsStream("a.properties")) {
                properties.load(in);
            }
            return properties;
        }
    }
}
