package cases;

import java.lang.reflect.InvocationTargetException;

/** Runs the `run` method of each class that is named, then reports what the probes saw. */
public final class Main {
    private Main() {}

    public static void main(String[] names) throws Exception {
        for (String name : names) {
            System.out.println("== " + name);
            try {
                Class.forName("cases." + name).getMethod("run").invoke(null);
            } catch (InvocationTargetException e) {
                trace(e.getCause());
            }
        }
        Probe.report();
    }

    /** Prints an exception, its causes and the frames of the cases with their lines. */
    static void trace(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            System.out.println(each);
            for (StackTraceElement frame : each.getStackTrace()) {
                if (frame.getClassName().startsWith("cases.")) System.out.println("  " + frame);
            }
        }
    }
}
