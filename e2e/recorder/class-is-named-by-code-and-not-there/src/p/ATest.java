package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ATest {
    @Test void a() { Assertions.assertFalse(Helper.has()); }
}
class Helper {
    static boolean has() {
        try {
            return Missing.yes();
        } catch (NoClassDefFoundError error) {
            return false;
        }
    }
}
