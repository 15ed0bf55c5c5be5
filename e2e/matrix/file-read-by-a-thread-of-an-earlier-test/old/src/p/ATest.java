package p;

import static org.junit.Assert.*;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;

public class ATest {
    @Test
    public void t() throws Exception {
        A.thread = new Thread(() -> {
            try {
                A.GO.await();
                A.x = Files.readString(Path.of("data/a.txt"));
            } catch (java.io.IOException | InterruptedException e) {
                A.x = e.toString();
            }
        });
        A.thread.setDaemon(true);
        A.thread.start();
    }
}
