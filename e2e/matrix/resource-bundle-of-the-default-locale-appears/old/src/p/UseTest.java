package p;

import static org.junit.Assert.*;

import java.util.Locale;
import java.util.ResourceBundle;
import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        Locale.setDefault(Locale.FRANCE);
        assertEquals("1", ResourceBundle.getBundle("p.Text", Locale.GERMANY).getString("k"));
    }
}
