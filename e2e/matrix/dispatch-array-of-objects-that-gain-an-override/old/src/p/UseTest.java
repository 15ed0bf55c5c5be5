package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        B[] all = {new B(), new C()};
        int sum = 0;
        for (B b : all) {
            sum += b.f();
        }
        assertEquals(2, sum);
    }
}
