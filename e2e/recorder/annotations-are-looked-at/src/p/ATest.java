package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ATest {
    @Test void type() { Assertions.assertTrue(Marked.class.isAnnotationPresent(Deprecated.class)); }
    @Test void method() throws Exception {
        Assertions.assertNotNull(WithMethod.class.getDeclaredMethod("m").getAnnotation(Deprecated.class));
    }
    @Test void enumeration() { Assertions.assertEquals(2, Colour.class.getEnumConstants().length); }
    @Test void generic() { Assertions.assertNotNull(Listed.class.getGenericSuperclass()); }
    @Test void packaged() { Assertions.assertNotNull(ATest.class.getPackage().getAnnotation(Deprecated.class)); }
}
@Deprecated class Marked { }
class WithMethod { @Deprecated void m() {} }
enum Colour { RED, BLUE }
class Listed extends java.util.ArrayList<String> { }
