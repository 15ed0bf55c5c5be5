package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ATest {
    @Test void annotation() { Assertions.assertTrue(Marked.class.getAnnotations()[0].toString().contains("5")); }
    @Test void type() throws Exception { Assertions.assertTrue(Foo.class.getDeclaredField("bar").getType().isInterface()); }
    @Test void inherited() { Assertions.assertTrue(Sub.class.getMethods().length > 0); }
}

@Pub class Marked { }
@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) @interface Pub { int x() default 5; }
class Foo { Iface bar; }
interface Iface { }
class Base { public void m() {} }
class Sub extends Base { }
