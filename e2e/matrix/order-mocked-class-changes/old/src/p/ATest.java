package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class ATest {
    @Test
    public void t() throws Exception {
        assertEquals(1, org.mockito.Mockito.spy(new U()).f());
    }
}
