package p;

import java.util.stream.Stream;
import org.junit.jupiter.api.*;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.*;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@EnabledIf("isEnabled")
@ExtendWith(ATest.Own.class)
class ATest {
    static boolean isEnabled() { return Data.condition(); }
    @BeforeAll static void all() { Data.all(); }
    @BeforeEach void each() { Data.each(); }
    @Test void plain() {}
    @Nested class Inner { @Test void inner() { Data.nested(); } }
    @TestFactory Stream<DynamicTest> made() { return Stream.of(DynamicTest.dynamicTest("one", Data::dynamic)); }
    @ParameterizedTest @MethodSource("values") void of(int value) {}
    static Stream<Integer> values() { return Data.values(); }
    static class Own implements BeforeEachCallback { @Override public void beforeEach(ExtensionContext context) { Data.extension(); } }
}
class Data {
    static boolean condition() { return true; }
    static void all() {}
    static void each() {}
    static void nested() {}
    static void dynamic() {}
    static void extension() {}
    static Stream<Integer> values() { return Stream.of(1, 2); }
}
