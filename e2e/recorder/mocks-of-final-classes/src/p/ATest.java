package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ATest {
    @Test void mocks() {
        Final mock = org.mockito.Mockito.mock(Final.class);
        org.mockito.Mockito.when(mock.value()).thenReturn(5);
        Assertions.assertEquals(5, new User().twice(mock) / 2);
        Assertions.assertEquals(6, new User().twice(new Final()));
    }
}
final class Final { int value() { return Helper.three(); } }
class Helper { static int three() { return 3; } }
class User { int twice(Final of) { return 2 * of.value(); } }
