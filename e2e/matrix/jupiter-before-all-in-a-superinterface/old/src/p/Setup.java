package p;

import org.junit.jupiter.api.BeforeAll;

interface Setup {
    @BeforeAll
    static void setUp() {
        Flag.v = 1;
    }
}
