package java.lang;

/**
 * What instrumented code calls. The agent defines it in the boot loader, under a name that every loader and module sees.
 * The native methods are functions of the agent; none of them throws.
 */
public final class TamisProbe {
    /** One byte for each probe; set when it is passed. */
    public static final byte[] hits = new byte[capacity()];

    private TamisProbe() {}

    private static native int capacity();

    /** Called by the agent when the machine is ready. The JVM looks who asks for what the native method does. */
    private static Object start() {
        rebind();
        return hits;
    }

    private static native void rebind();

    /** A static initialiser begins. */
    public static native void initBegin(int classNumber);

    /** A static initialiser ends, also by an exception. */
    public static native void initEnd(int classNumber);

    /** A bracketed method of a test framework begins. */
    public static native void enter(Object object, int bracket);

    /** It ends, also by an exception. */
    public static native void leave(int bracket);

    /** Something was looked at, or a framework told something. */
    public static native void note(Object object, int kind);

    /** As above, with two objects. */
    public static native void note(Object first, Object second, int kind);
}
