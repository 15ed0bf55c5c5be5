package p;

import static org.junit.Assert.*;

import java.util.function.ToIntFunction;
import org.junit.Test;

public class BTest {
    @Test
    public void t() throws Exception {
        ToIntFunction<H> i = H::i;
        assertEquals(1, i.applyAsInt((H) Q.class.getDeclaredField("h").get(null)));
    }
}
