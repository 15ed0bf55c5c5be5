package seeds;

/** Constants of all kinds, arithmetic, loops, both switches, handlers, locks. */
public class Plain implements Comparable<Plain> {
    static final int INT = 70_000;
    static final long LONG = 1L << 40;
    static final float FLOAT = 1.5f;
    static final double DOUBLE = 2.5;
    static final String TEXT = "text \u0000 \ud83d\ude00";
    transient volatile int state;
    @Deprecated protected Object[][] table = new Object[2][3];

    static {
        int sum = 0;
        for (int i = 0; i < 3; i++) sum += i;
        System.setProperty("sum", "" + sum);
    }

    public Plain(boolean flag) {
        this(flag ? new StringBuilder(flag ? "a" : "b") : null, 1L, 2.0);
    }

    Plain(CharSequence text, long a, double b) {
        state = text == null ? (int) a : (int) b;
    }

    native int outside(int... values);

    synchronized int locks(Object lock) throws InterruptedException {
        synchronized (lock) {
            wait(LONG);
            return state++;
        }
    }

    static int table(int x) {
        switch (x) { case 1: return 4; case 2: return 5; case 3: return 6; default: return INT; }
    }

    static strictfp double lookup(int x) {
        switch (x) { case -1000: return DOUBLE; case 7: return FLOAT; case 70_000: return x / 3.0; default: return -x; }
    }

    static String word(String word) {
        switch (word) { case "Aa": return "1"; case "BB": return "2"; default: return word; }
    }

    int handlers(int[] values) {
        try {
            return values[0] / values[1];
        } catch (ArithmeticException | ArrayIndexOutOfBoundsException e) {
            return values.length;
        } catch (NullPointerException e) {
            throw new IllegalStateException(e);
        } finally {
            state = 0;
        }
    }

    @Override
    public int compareTo(Plain other) {
        long a = state, b = other.state;
        return a < b ? -1 : a == b ? 0 : 1;
    }
}
