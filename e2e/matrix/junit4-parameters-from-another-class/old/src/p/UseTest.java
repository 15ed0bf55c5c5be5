package p;

import static org.junit.Assert.*;

import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

@RunWith(Parameterized.class)
public class UseTest {
    @Parameterized.Parameter
    public int x;

    @Parameterized.Parameters
    public static Object[] rows() {
        return Data.rows();
    }

    @Test
    public void t() {
        assertEquals(1, x);
    }
}
