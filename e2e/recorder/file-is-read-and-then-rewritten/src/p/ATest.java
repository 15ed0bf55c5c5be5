package p;

import java.nio.file.*;
import org.junit.Test;
import org.junit.experimental.runners.Enclosed;
import org.junit.runner.RunWith;

@RunWith(Enclosed.class)
public class ATest {
    public static class Inner {
        @Test public void rewrites() throws Exception {
            Path file = Path.of("data/a.txt");
            Files.writeString(file, Files.readString(file));
        }
    }
}
