package p;

import org.junit.jupiter.api.Test;

class M2Test extends Shared {
    @Test void b() { one(); }
}
