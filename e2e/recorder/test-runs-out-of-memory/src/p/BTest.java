package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class BTest {
    @Test void goesOn() { After.used(); }
}
class After { static void used() {} }
