package p;

import org.junit.jupiter.api.Test;

class Part {
    @Test void part() { Data.used(); }
}
class Data { static void used() {} static void other() {} }
