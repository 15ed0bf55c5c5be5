package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class BTest {
    @Test
    public void t() throws Exception {
        String text = null;
        if (org.slf4j.LoggerFactory.getLogger("p").isDebugEnabled()) {
            text.trim();
        }
    }
}
