package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class ATest {
    @Test
    public void t() throws Exception {
        assertEquals(0, org.mockito.Mockito.mock(U.class).f());
    }
}
