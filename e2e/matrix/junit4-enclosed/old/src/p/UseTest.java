package p;

import static org.junit.Assert.*;

import org.junit.Test;
import org.junit.experimental.runners.Enclosed;
import org.junit.runner.RunWith;

@RunWith(Enclosed.class)
public class UseTest {
    public static class Inside {
        @Test
        public void t() {
            assertEquals(1, A.f());
        }
    }
}
