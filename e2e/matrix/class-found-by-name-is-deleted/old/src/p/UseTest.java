package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        boolean found;
        try {
            Class.forName("p.Opt");
            found = true;
        } catch (ClassNotFoundException e) {
            found = false;
        }
        assertTrue(found);
    }
}
