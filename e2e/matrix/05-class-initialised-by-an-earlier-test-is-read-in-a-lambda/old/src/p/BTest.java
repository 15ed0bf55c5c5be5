package p;

import static org.junit.Assert.*;

import java.util.function.IntSupplier;
import org.junit.Test;

public class BTest {
    @Test
    public void t() throws Exception {
        assertEquals(1, ((IntSupplier) () -> K.x).getAsInt());
    }
}
