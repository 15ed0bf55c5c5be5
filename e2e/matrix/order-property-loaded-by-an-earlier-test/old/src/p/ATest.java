package p;

import static org.junit.Assert.*;

import java.io.StringReader;
import org.junit.Test;

public class ATest {
    @Test
    public void t() throws Exception {
        System.getProperties().load(new StringReader("p.key=" + A.f()));
    }
}
