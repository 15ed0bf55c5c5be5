package p;

import static org.junit.Assert.*;

import org.junit.experimental.theories.DataPoints;
import org.junit.experimental.theories.Theories;
import org.junit.experimental.theories.Theory;
import org.junit.runner.RunWith;

@RunWith(Theories.class)
public class UseTest {
    @DataPoints
    public static int[] all() {
        return Data.all();
    }

    @Theory
    public void small(int x) {
        assertTrue(x < 3);
    }
}
