package p;

import static org.junit.jupiter.api.Assertions.*;

import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class UseTest {
    @TestFactory
    List<DynamicTest> all() {
        return List.of(DynamicTest.dynamicTest("f", () -> assertEquals(1, A.f())));
    }
}
