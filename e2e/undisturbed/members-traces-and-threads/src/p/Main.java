package p;

import java.io.InputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Prints whatever a program can find out about itself. */
public class Main {
    private final int field = 3;
    @Deprecated public String annotated(int first, String second) { return first + second; }
    static class Broken { static { Deep.fail(3); } }
    static class Deep { static void fail(int depth) { if (depth == 0) throw new IllegalStateException("deep"); fail(depth - 1); } }
    static class Finalised { @Override protected void finalize() {} }
    enum Kind { ONE { @Override int value() { return 1; } }, TWO { @Override int value() { return 2; } }; abstract int value(); }

    public static void main(String[] arguments) throws Exception {
        for (Class<?> type : new Class<?>[] {Main.class, Broken.class, Kind.class, Class.class, ClassLoader.class, System.class, Runtime.class}) {
            System.out.println(type + " " + type.getModifiers() + " " + sorted(type.getDeclaredFields()) + sorted(type.getDeclaredMethods()) + sorted(type.getDeclaredConstructors()));
        }
        System.out.println(Arrays.toString(Main.class.getDeclaredMethod("annotated", int.class, String.class).getAnnotations()));
        System.out.println(java.io.ObjectStreamClass.lookupAny(Main.class).getSerialVersionUID());
        try { new Broken(); } catch (Throwable error) { error.printStackTrace(System.out); }
        try { new Broken(); } catch (Throwable error) { error.printStackTrace(System.out); }
        try { System.getProperty(""); } catch (Throwable error) { error.printStackTrace(System.out); }
        try { Class.forName("p.None"); } catch (Throwable error) { error.printStackTrace(System.out); }
        try { ClassLoader.getSystemClassLoader().getResource(null); } catch (Throwable error) { error.printStackTrace(System.out); }
        try { new java.io.FileInputStream("none"); } catch (Throwable error) { error.printStackTrace(System.out); }
        try { java.nio.file.Files.size(java.nio.file.Path.of("none")); } catch (Throwable error) { error.printStackTrace(System.out); }
        Runnable walk = () -> StackWalker.getInstance().forEach(frame -> System.out.println(frame.getClassName() + "." + frame.getMethodName() + ":" + frame.getLineNumber()));
        walk.run();
        System.out.println(Main.class.getDeclaredConstructor().newInstance().annotated(1, "x"));
        for (Kind kind : Kind.values()) System.out.println(kind + " " + kind.value() + " " + kind.getClass());
        try (InputStream in = Main.class.getResourceAsStream("Main.class")) { System.out.println(Arrays.hashCode(in.readAllBytes())); }
        Map<String, String> variables = new TreeMap<>(System.getenv());
        variables.remove("_");
        System.out.println(variables);
        System.out.println(new TreeMap<>(System.getProperties()));
        System.out.println(new TreeSet<>(Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList()));
        for (Package each : new Package[] {Main.class.getPackage()}) System.out.println(each);
        System.out.println(Arrays.toString(new java.io.File(System.getProperty("java.class.path")).list()));
        int deep = 0;
        try { overflow(); } catch (StackOverflowError error) { deep = 1; }
        System.out.println("overflow " + deep);
    }

    static int overflow() { return System.getProperty("x") == null ? overflow() + 1 : 0; }

    private static TreeSet<String> sorted(Object[] members) {
        TreeSet<String> names = new TreeSet<>();
        for (Object member : members) names.add(member.toString());
        return names;
    }
}
