package p;

import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class Part {
    @Test void part() {}
    @Test void fails() { throw new IllegalStateException("no"); }
    @Disabled @Test void later() {}
    @Nested class Inner { @Test void inner() {} }
}
class Other {
    @Test void other() {}
}
