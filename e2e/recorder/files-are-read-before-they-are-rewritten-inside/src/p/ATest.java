package p;

import java.nio.file.*;
import org.junit.Assert;
import org.junit.Test;
import org.junit.experimental.runners.Enclosed;
import org.junit.runner.RunWith;

@RunWith(Enclosed.class)
public class ATest {
    public static class Inner {
        @Test public void rewrites() throws Exception {
            Path file = Path.of("data/rmw.txt");
            String old = Files.readString(file);
            Files.writeString(file, old);
            Assert.assertEquals("old\n", old);
        }
    }
}
