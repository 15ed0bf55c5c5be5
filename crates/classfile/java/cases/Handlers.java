package cases;

import java.io.Closeable;

/** Nested handlers, finally, resources, monitors; and the lines of what is thrown. */
public final class Handlers {
    private Handlers() {}

    static int fail(int x) {
        if (x == 3) throw new IllegalStateException("three");
        return 10 / (x - 1);
    }

    static String nested(int x) {
        StringBuilder trail = new StringBuilder();
        try {
            try {
                trail.append(fail(x));
            } catch (ArithmeticException e) {
                trail.append("zero");
                if (x == 1) return trail.append(" early").toString();
            } finally {
                trail.append(" inner");
            }
        } catch (RuntimeException e) {
            trail.append(' ').append(e.getMessage());
        } finally {
            trail.append(" outer");
        }
        return trail.toString();
    }

    @SuppressWarnings("finally")
    static int swallow() {
        for (int i = 0; ; i++) {
            try {
                fail(3);
            } finally {
                if (i < 2) continue;
                return i;
            }
        }
    }

    static String resources(boolean fails) throws Exception {
        StringBuilder trail = new StringBuilder();
        try (Closeable a = () -> trail.append("a"); Closeable b = () -> { throw new java.io.IOException("b"); }) {
            if (fails) throw new Exception("body");
            trail.append("fine");
        } catch (Exception e) {
            trail.append(e.getMessage()).append(e.getSuppressed().length);
        }
        return trail.toString();
    }

    static synchronized int locked(Object lock) {
        synchronized (lock) {
            synchronized (Handlers.class) {
                return fail(2);
            }
        }
    }

    /** The first line of the body throws. */
    static int first(int[] none) { return none[0]; }

    static int
        lines(int[] none) {
        int a = 1;
        int b = a
            + none.length
            + 2;
        return b;
    }

    public static void run() throws Exception {
        System.out.println(nested(1) + ", " + nested(2) + ", " + nested(3) + ", " + nested(6));
        System.out.println(swallow() + resources(true) + resources(false) + locked(new Object()));
        try {
            first(null);
        } catch (NullPointerException e) {
            trace(e);
        }
        try {
            fail(3);
        } catch (IllegalStateException e) {
            trace(e);
        }
        lines(null);
    }

    /** The message of a `NullPointerException` names locals, so only the frames are compared. */
    private static void trace(RuntimeException e) {
        Main.trace(e);
    }
}
