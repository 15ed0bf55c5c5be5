package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ATest {
    @Test void fills() {
        java.util.List<long[]> list = new java.util.ArrayList<>();
        while (true) list.add(new long[1 << 20]);
    }
}
