package p;

import static org.junit.Assert.assertEquals;

import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(InjectingRunner.class)
public class CTest {
    @Inject
    private C c;

    @Test
    public void test() {
        assertEquals(1, c.f());
    }
}
