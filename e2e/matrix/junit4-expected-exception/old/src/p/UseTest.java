package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test(expected = IllegalStateException.class)
    public void t() throws Exception {
        A.f();
    }
}
