package p;

import static org.testng.Assert.*;

import org.testng.annotations.Factory;
import org.testng.annotations.Test;

public class UseTest {
    private final int x;

    public UseTest() {
        this(1);
    }

    private UseTest(int x) {
        this.x = x;
    }

    @Factory
    public static Object[] all() {
        return new Object[] {new UseTest(A.f())};
    }

    @Test
    public void t() {
        assertEquals(x, 1);
    }
}
