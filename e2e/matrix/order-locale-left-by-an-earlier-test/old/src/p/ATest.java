package p;

import static org.junit.Assert.*;

import java.util.Locale;
import org.junit.Test;

public class ATest {
    @Test
    public void t() throws Exception {
        Locale.setDefault(A.f());
    }
}
