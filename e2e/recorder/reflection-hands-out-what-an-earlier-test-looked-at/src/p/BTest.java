package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class BTest {
    @Test void annotation() {
        Assertions.assertTrue(Marked.class.getAnnotations()[0].toString().contains("5"));
    }
    @Test void field() throws Exception {
        Assertions.assertTrue(Foo.class.getDeclaredField("bar").getType().isInterface());
    }
    @Test void methods() { Assertions.assertTrue(Sub.class.getMethods().length > 0); }
}
