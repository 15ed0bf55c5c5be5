package p;

import static org.junit.Assert.*;

import java.util.function.IntSupplier;
import org.junit.Test;

public class ATest {
    @Test
    public void t() throws Exception {
        assertEquals(1, K.get());
    }
}
