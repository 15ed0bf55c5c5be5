package p;

import java.util.Locale;

class Config {
    private static String kept;

    static String get() {
        if (kept == null) {
            kept = Locale.getDefault().getLanguage();
        }
        return kept;
    }
}
