package p;

import java.io.InputStream;
import java.lang.ref.WeakReference;

public class Main {
    static final int METHODS = Main.class.getDeclaredMethods().length;

    public static void main(String[] arguments) throws Exception {
        System.out.println(METHODS);
        WeakReference<Class<?>> inner = look();
        for (int i = 0; i < 100 && inner.get() != null; i++) {
            System.gc();
            Thread.sleep(10);
        }
        System.out.println(inner.get() == null);
    }

    private static WeakReference<Class<?>> look() throws Exception {
        Class<?> inner = new Own().loadClass("p.Inner");
        System.out.println(inner.getDeclaredMethods().length + " " + inner.getAnnotations().length);
        return new WeakReference<>(inner);
    }

    static class Own extends ClassLoader {
        Own() {
            super(null);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            try (InputStream in = Main.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (Exception error) {
                throw new ClassNotFoundException(name, error);
            }
        }
    }
}
