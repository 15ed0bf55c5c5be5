package tamis.run;

/** What was thrown, so that two failures can be told apart: its class, first line of its message, first frame of the program. */
final class Signature {
    private static final int LONGEST = 200;

    private Signature() {}

    static String of(Throwable thrown) {
        String message;
        try {
            message = thrown.getMessage();
        } catch (Throwable odd) {
            message = null;
        }
        String line = message == null ? "" : message.split("\r?\n", 2)[0];
        if (line.length() > LONGEST) {
            line = line.substring(0, LONGEST);
        }
        return thrown.getClass().getName() + "|" + line + "|" + frame(thrown);
    }

    private static String frame(Throwable thrown) {
        if (thrown instanceof StackOverflowError) {
            // Where the stack ends is chance.
            return "";
        }
        for (StackTraceElement frame : thrown.getStackTrace()) {
            String name = frame.getClassName();
            boolean isFramework = name.startsWith("org.junit.") || name.startsWith("junit.") || name.startsWith("tamis.run.")
                    || name.startsWith("java.") || name.startsWith("jdk.") || name.startsWith("sun.");
            if (!isFramework) {
                return name + "." + frame.getMethodName() + ":" + frame.getLineNumber();
            }
        }
        return "";
    }
}
