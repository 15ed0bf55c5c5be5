package java.lang;

/** Stands in for the class that the agent defines: what rewritten classes store into and call. */
public final class TamisProbe {
    public static final byte[] hits = new byte[1 << 20];

    private TamisProbe() {}

    public static void begin(int id) {}

    public static void end(int id) {}

    public static void enter(Object argument) {}

    public static void leave(Object argument) {}
}
