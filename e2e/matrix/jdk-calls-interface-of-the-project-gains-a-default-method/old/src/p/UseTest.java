package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertEquals(1, CharSequence.compare(new A(), "") > 0 ? new A().chars().count() : 0);
    }
}
