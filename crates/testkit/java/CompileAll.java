import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Compiles many small source trees in one JVM: starting javac for each of them would take most of the time.
 *
 * The argument is a file. Each job in it is a run of lines that ends with an empty one: the words that javac would be
 * given, one a line. Says on the standard output how many jobs were done before each that failed. Java 8 is enough for this.
 */
public final class CompileAll {
    public static void main(String[] arguments) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> words = new ArrayList<>();
        int done = 0;
        int failed = 0;
        for (String line : Files.readAllLines(Paths.get(arguments[0]))) {
            if (!line.isEmpty()) {
                words.add(line);
                continue;
            }
            if (!compile(compiler, words)) {
                System.out.println(done);
                failed++;
            }
            done++;
            words.clear();
        }
        System.exit(failed == 0 ? 0 : 1);
    }

    private static boolean compile(JavaCompiler compiler, List<String> words) {
        java.io.ByteArrayOutputStream errors = new java.io.ByteArrayOutputStream();
        int code = compiler.run(null, null, errors, words.toArray(new String[0]));
        if (code != 0) {
            System.err.println("javac " + String.join(" ", words) + "\n" + errors);
        }
        return code == 0;
    }
}
