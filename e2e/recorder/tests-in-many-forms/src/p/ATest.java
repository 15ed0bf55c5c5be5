package p;

import org.junit.jupiter.api.*;

class ATest extends Base implements WithDefault {
    @RepeatedTest(2) void repeated() { Data.repeated(); }
    @Nested class One { @Nested class Two { @Test void deep() { Data.deep(); } } }
    @AfterAll static void after() { Data.after(); }
}
class Base { @Test void inherited() { Data.inherited(); } }
interface WithDefault { @Test default void fromInterface() { Data.fromInterface(); } }
class Data {
    static void repeated() {}
    static void deep() {}
    static void after() {}
    static void inherited() {}
    static void fromInterface() {}
}
