package tamis.run;

import java.io.FileOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Writes how tests ended, one line each, at once: a machine that is killed leaves whole lines. */
final class Results {
    /** Longer messages are cut. */
    private static final int LONGEST = 500;

    private final FileOutputStream file;
    private final Map<Object, Long> started = new HashMap<Object, Long>();
    private final Set<Object> ended = new HashSet<Object>();

    Results(String path) throws IOException {
        file = new FileOutputStream(path, true);
        write("started");
    }

    void begin(String test) {
        write("begin\t" + escape(test));
    }

    void end(String test) {
        write("end\t" + escape(test));
    }

    /** A test method starts; the key tells it apart from others. */
    synchronized void start(Object key) {
        started.put(key, Long.valueOf(System.nanoTime()));
        ended.remove(key);
    }

    /** It ended; what is said about it later does not count. */
    synchronized void finish(Object key, String test, String method, String outcome, Throwable thrown) {
        if (ended.add(key)) {
            Long start = started.remove(key);
            String nanos = start == null ? "" : Long.toString(System.nanoTime() - start.longValue());
            result(test, method, outcome, nanos, firstLine(thrown));
        }
    }

    /** It will not end any more: its framework has given up. In the words of the agent. */
    synchronized void abandon(Object key, String test, String method) {
        if (ended.add(key)) {
            result(test, method, "failed", "", "began and did not end");
        }
    }

    private void result(String test, String method, String outcome, String nanos, String message) {
        write("result\t" + escape(test) + "\t" + escape(method) + "\t" + outcome + "\t" + nanos + "\t"
                + escape(message));
    }

    /** Something that failed before a framework could see it. */
    void failed(String test, Throwable thrown) {
        finish(new Object(), test, "", "failed", Main.cause(thrown));
    }

    private synchronized void write(String line) {
        try {
            file.write((line + "\n").getBytes("UTF-8"));
        } catch (IOException full) {
            // What is not written counts as not run.
        }
    }

    static void writeReason(String path, Throwable reason) {
        try {
            FileOutputStream file = new FileOutputStream(path);
            file.write(firstLine(Main.cause(reason)).getBytes("UTF-8"));
            file.close();
        } catch (IOException full) {
            // The status says that there is a reason.
        }
    }

    /** Class and first line of what was thrown, as the agent writes them. */
    private static String firstLine(Throwable thrown) {
        if (thrown == null) {
            return "";
        }
        String name = thrown.getClass().getName();
        String message;
        try {
            message = thrown.getMessage();
        } catch (Throwable odd) {
            return name;
        }
        String line = message == null ? "" : message.split("\r?\n", 2)[0];
        if (line.length() > LONGEST) {
            line = line.substring(0, LONGEST);
        }
        return line.isEmpty() ? name : name + ": " + line;
    }

    private static String escape(String text) {
        return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r");
    }
}
