package p;

import org.junit.jupiter.api.*;

class ATest {
    @Nested class One { @Nested class Two { @Test void deep() { Data.used(); } } }
}
class Data { static void used() {} }
