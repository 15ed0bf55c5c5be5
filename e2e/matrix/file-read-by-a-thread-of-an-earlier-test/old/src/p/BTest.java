package p;

import static org.junit.Assert.*;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;

public class BTest {
    @Test
    public void t() throws Exception {
        A.GO.countDown();
        A.thread.join();
        assertEquals("1\n", A.x);
    }
}
