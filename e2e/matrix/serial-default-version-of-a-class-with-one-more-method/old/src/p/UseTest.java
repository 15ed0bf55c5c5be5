package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertEquals(-917334259681370964L, java.io.ObjectStreamClass.lookup(D.class).getSerialVersionUID());
    }
}
