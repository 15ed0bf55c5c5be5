package p;

import org.junit.jupiter.api.RepeatedTest;

class UseTest {
    @RepeatedTest(K.TIMES)
    void t() {}
}
