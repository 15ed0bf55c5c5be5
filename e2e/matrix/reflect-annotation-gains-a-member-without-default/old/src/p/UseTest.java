package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        An an = A.class.getAnnotation(An.class);
        for (var member : an.annotationType().getDeclaredMethods()) {
            assertNotNull(member.invoke(an));
        }
    }
}
