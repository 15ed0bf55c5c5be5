package p;

import org.junit.jupiter.api.Test;

class M3Test extends BaseTest { }
abstract class BaseTest {
    @Test void c() { }
}
