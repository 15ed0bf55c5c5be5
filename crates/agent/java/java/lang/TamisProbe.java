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

    /**
     * Classes that were looked at since the last boundary, by the hashes of their names. The agent puts an empty array here
     * at each; its length is a power of two.
     */
    private static volatile Class<?>[] looked;

    /**
     * The members of a class were looked at. Frameworks do that all the time, and it is enough to tell the agent once
     * between two boundaries.
     */
    public static void look(Class<?> type) {
        Class<?>[] known = looked;
        if (type == null) {
            return;
        }
        if (known == null) {
            tell(type);
            return;
        }
        // The identity hash would do, but asking for it changes those that the program gets.
        int place = type.getName().hashCode() & known.length - 1;
        if (known[place] != type && tell(type)) {
            // Behind the telling, and into the array from before: if there was a boundary meanwhile, nobody sees it.
            known[place] = type;
        }
    }

    /** Tells the agent; says whether the class may be held on to, as the machine does so itself. */
    private static native boolean tell(Class<?> type);

    /**
     * Something happened that it is enough to tell once between two boundaries. It shares its places with the classes that
     * were looked at; who loses one is told again.
     */
    public static void happened(int kind) {
        Class<?>[] known = looked;
        if (known == null) {
            note(null, kind);
        } else if (known[kind] != TamisProbe.class) {
            note(null, kind);
            known[kind] = TamisProbe.class;
        }
    }

    /**
     * An object changes that may be the one of the system's properties. Before release 9 these are methods of a class that
     * is used for much else.
     */
    public static void changed(Object object, Object key, int kind) {
        if (object instanceof java.util.Properties) {
            note(object, key, kind);
        }
    }

    /** Something was looked at, or a framework told something. */
    public static native void note(Object object, int kind);

    /** As above, with two objects. */
    public static native void note(Object first, Object second, int kind);
}
