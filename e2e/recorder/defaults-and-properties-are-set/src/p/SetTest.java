package p;

import java.util.Locale;
import java.util.TimeZone;

import org.junit.jupiter.api.Test;

class SetTest {
    @Test void sets() {
        Locale.setDefault(Locale.getDefault());
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        System.setProperty("p.set", "1");
        System.clearProperty("p.cleared");
    }
}
