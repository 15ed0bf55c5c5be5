package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class ATest {
    @Test
    public void t() throws Exception {
        System.getProperties().merge("p.key", A.f(), (old, now) -> now);
    }
}
