package p;

import java.io.InputStream;

public class Main {
    public static void main(String[] arguments) throws Exception {
        Class<?> inner = new Own().loadClass("p.Inner");
        System.out.println(inner.getClassLoader() != Main.class.getClassLoader());
        inner.getMethod("run").invoke(null);
        Class<?> again = new Own().loadClass("p.Inner");
        again.getMethod("run").invoke(null);
        System.out.println(inner == again);
    }
    static class Own extends ClassLoader {
        Own() { super(null); }
        @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("java.")) return super.loadClass(name, resolve);
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) return loaded;
            try (InputStream in = Main.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (Exception error) {
                throw new ClassNotFoundException(name, error);
            }
        }
    }
}
