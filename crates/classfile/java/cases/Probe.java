package cases;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** What rewritten classes store into and call. Says what happened in the file that the property `log` names. */
public final class Probe {
    public static final byte[] hits = new byte[1 << 17];
    private static final List<String> events = new ArrayList<>();
    private static int count;

    private Probe() {}

    public static void begin(int id) {
        events.add("begin " + id);
    }

    public static void end(int id) {
        events.add("end " + id);
    }

    public static void enter(Object argument) {
        events.add("enter " + describe(argument));
    }

    public static void leave(Object argument) {
        events.add("leave " + describe(argument));
    }

    public static void enterBracket(Object argument, int id) {
        events.add("enter " + describe(argument) + " " + id);
    }

    public static void leaveBracket(int id) {
        events.add("leave " + id);
    }

    public static void count() {
        count++;
    }

    static void report() throws IOException {
        try (PrintStream out = new PrintStream(System.getProperty("log"))) {
            for (int id = 0; id < hits.length; id++) {
                if (hits[id] != 0) out.println("hit " + id);
            }
            events.forEach(out::println);
            out.println("count " + count);
        }
    }

    private static String describe(Object argument) {
        if (argument == null) return "null";
        return argument instanceof Class ? ((Class<?>) argument).getName() : argument.getClass().getName();
    }
}
