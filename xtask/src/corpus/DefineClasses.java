import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Tells for each class file given whether the JVM refuses its format: a line `refused` and the JVM's words, or a line
 * `read`. The classes a class needs are not there, so that it cannot be linked counts as read.
 */
class DefineClasses extends ClassLoader {
    public static void main(String[] files) throws Exception {
        for (String file : files) {
            System.out.println(new DefineClasses().define(Files.readAllBytes(Path.of(file))));
        }
    }

    private String define(byte[] bytes) {
        try {
            defineClass(null, bytes, 0, bytes.length);
            return "read";
        } catch (ClassFormatError error) {
            return "refused " + String.valueOf(error.getMessage()).replace('\n', ' ');
        } catch (LinkageError | SecurityException error) {
            return "read";
        }
    }
}
