package tamis.run;

import java.io.FileOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Writes how tests ended, one line each, at once: a machine that is killed leaves whole lines. */
final class Results {
    private final FileOutputStream file;
    private final Map<Object, Long> started = new HashMap<Object, Long>();
    private final Set<Object> ended = new HashSet<Object>();

    Results(String path) throws IOException {
        file = new FileOutputStream(path, true);
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
            write("result\t" + escape(test) + "\t" + escape(method) + "\t" + outcome + "\t" + nanos + "\t"
                    + escape(firstLine(thrown)));
        }
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

    private static String firstLine(Throwable thrown) {
        if (thrown == null) {
            return "";
        }
        String text;
        try {
            text = thrown.toString();
        } catch (Throwable odd) {
            text = thrown.getClass().getName();
        }
        text = String.valueOf(text);
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
    }

    private static String escape(String text) {
        return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r");
    }
}
