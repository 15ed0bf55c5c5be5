package cases;

import java.util.ArrayList;
import java.util.List;

/** Static initialisers: plain, with branches and handlers, with several returns, of an interface, throwing. */
public final class Statics {
    private Statics() {}

    static final class Plain {
        static final List<String> LIST = new ArrayList<>();
        static final Object LOCK = new Object();
    }

    static final class Branching {
        static final int VALUE;

        static {
            int sum = 0;
            for (int i = 0; i < 10; i++) {
                try {
                    if (i == 7) throw new IllegalStateException();
                    sum += i;
                } catch (IllegalStateException e) {
                    sum *= 2;
                } finally {
                    sum++;
                }
            }
            VALUE = sum > 3 ? sum : new int[] {sum}[0];
        }
    }

    enum Colour {
        RED, GREEN;

        final String low = name().toLowerCase();
    }

    interface Constants {
        Object LOCK = new Object();
        List<String> NAMES = new ArrayList<>(Plain.LIST);

        default int size() {
            return NAMES.size();
        }
    }

    static final class Throwing {
        static int value = 1;

        static {
            value = compute(
                0);
        }

        static int compute(int divisor) {
            return 1 / divisor;
        }
    }

    static final class Sub {
        static final Object HELD = new Object();

        static {
            try {
                Throwing.value++;
            } catch (ExceptionInInitializerError e) {
                Main.trace(e);
            }
            throwLater();
        }

        static void throwLater() {
            throw new UnsupportedOperationException("later");
        }
    }

    public static void run() {
        System.out.println(Plain.LIST + " " + Branching.VALUE + " " + Colour.GREEN.low + new Constants() {}.size());
        try {
            System.out.println(Sub.HELD);
        } catch (ExceptionInInitializerError e) {
            Main.trace(e);
        }
        try {
            System.out.println(Throwing.value);
        } catch (NoClassDefFoundError e) {
            System.out.println("again");
        }
    }
}
