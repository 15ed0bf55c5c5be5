package cases;

import java.io.ObjectStreamClass;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Methods to wrap: every kind of result, parameters of two words, bridges, defaults, exceptions, locks, annotations. */
public class Methods implements java.io.Serializable {
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE_USE})
    @interface Mark {
        String value() default "none";
    }

    interface Shape<T> {
        default T scale(T by) {
            return by;
        }

        static String title(String of) {
            return "shape " + of;
        }
    }

    static class Square implements Shape<Integer>, Comparable<Square> {
        final int side;

        Square(int side) {
            this.side = side;
        }

        @Override
        public Integer scale(Integer by) {
            return side * Shape.super.scale(by);
        }

        @Override
        public int compareTo(Square other) {
            return Integer.compare(side, other.side);
        }
    }

    static class Cube extends Square {
        Cube(int side) {
            super(side);
        }

        @Override
        public Integer scale(Integer by) {
            return super.scale(by) + 1;
        }
    }

    boolean aBoolean(boolean x) { return !x; }
    byte aByte(byte x) { return ++x; }
    char aChar(char x) { return ++x; }
    short aShort(short x) { return ++x; }
    int anInt(int x) { return ++x; }
    long aLong(long x, int y) { return x + y; }
    float aFloat(int w, float x) { return x + w; }
    double aDouble(long w, double x, float y) { return x + w * y; }
    static long[] anArray(double x, long[] y) { y[0] += (long) x; return y; }
    static void nothing(StringBuilder out) { out.append("nothing"); }
    protected final String text(String a, Object b, int... c) { return a + b + Arrays.toString(c); }

    @Mark("thrower")
    public static <T extends Exception> List<@Mark T> thrower(@Mark("parameter") T thrown, Class<?> key) throws T {
        if (thrown != null)
            throw thrown;
        return Arrays.asList();
    }

    synchronized boolean locks() {
        return Thread.holdsLock(this);
    }

    static synchronized boolean locksClass() {
        return Thread.holdsLock(Methods.class);
    }

    int depth(int n) {
        return n == 0 ? 0 : depth(n - 1) + 1;
    }

    /** What reflection sees of the methods that the source has. */
    static void reflect() throws Exception {
        Map<String, String> seen = new TreeMap<>();
        for (Method method : Methods.class.getDeclaredMethods()) {
            if (method.isSynthetic()) continue;
            seen.put(method.toGenericString(), Modifier.toString(method.getModifiers())
                + Arrays.toString(method.getAnnotations()) + Arrays.deepToString(method.getParameterAnnotations())
                + method.getAnnotatedReturnType());
        }
        System.out.println(seen);
        // The serial number counts all methods that are not private, and the static initialiser.
        System.out.println(ObjectStreamClass.lookupAny(Methods.class).getSerialVersionUID());
    }

    public static void run() throws Exception {
        Methods m = new Methods();
        StringBuilder out = new StringBuilder();
        nothing(out);
        System.out.println(m.aBoolean(true) + " " + m.aByte((byte) 127) + m.aChar('a') + m.aShort((short) 4) + m.anInt(5));
        System.out.println(m.aLong(1L << 33, 2) + " " + m.aFloat(1, 2.5f) + " " + m.aDouble(3, 1.5, .5f) + anArray(2.9, new long[] {1})[0]);
        System.out.println(out + m.text("x", null, 1, 2) + m.locks() + locksClass() + Thread.holdsLock(m) + m.depth(3));
        Shape<Integer> shape = new Cube(4);
        Function<Integer, Integer> scale = shape::scale;
        System.out.println(scale.apply(3) + Shape.title("s") + new Square(1).compareTo(new Square(2)) + new Shape<String>() {}.scale("t"));
        System.out.println(thrower((Exception) null, String.class));
        reflect();
        thrower(new Exception("thrown"), Integer.class);
    }
}
