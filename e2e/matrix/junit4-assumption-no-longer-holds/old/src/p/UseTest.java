package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        org.junit.Assume.assumeTrue(A.f() == 1);
    }
}
