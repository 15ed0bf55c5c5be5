package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertEquals("1", java.util.ResourceBundle.getBundle("p.Text", java.util.Locale.GERMAN).getString("k"));
    }
}
