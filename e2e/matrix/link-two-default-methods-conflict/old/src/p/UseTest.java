package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        I i = new C();
        assertEquals(1, i.f());
    }
}
