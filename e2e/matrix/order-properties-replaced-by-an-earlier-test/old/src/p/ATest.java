package p;

import static org.junit.Assert.*;

import java.util.Properties;
import org.junit.Test;

public class ATest {
    @Test
    public void t() throws Exception {
        Properties all = new Properties();
        all.putAll(System.getProperties());
        all.setProperty("p.key", A.f());
        System.setProperties(all);
    }
}
