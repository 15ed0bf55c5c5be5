package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ATest {
    @Test void loader() throws Exception {
        Class<?> own = new Own().loadClass("p.Loaded");
        Assertions.assertNotSame(Loaded.class, own);
        own.getDeclaredConstructor().newInstance();
    }
    @Test void hidden() throws Exception {
        byte[] bytes = ATest.class.getResourceAsStream("Hideable.class").readAllBytes();
        Class<?> hidden = java.lang.invoke.MethodHandles.lookup().defineHiddenClass(bytes, true).lookupClass();
        hidden.getDeclaredConstructor().newInstance();
    }
    @Test void proxy() {
        Greets greets = (Greets) java.lang.reflect.Proxy.newProxyInstance(ATest.class.getClassLoader(), new Class<?>[] {Greets.class}, (proxy, method, arguments) -> "hi");
        Assertions.assertEquals("hi", greets.greet());
    }
    static class Own extends ClassLoader {
        Own() { super(null); }
        @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
            try (java.io.InputStream in = ATest.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (java.io.IOException error) {
                throw new ClassNotFoundException(name, error);
            }
        }
    }
}
