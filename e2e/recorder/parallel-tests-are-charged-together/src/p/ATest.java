package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ATest {
    @Test void a() throws Exception { Meet.here(); Only.a(); Meet.here(); }
}
class Meet {
    static final java.util.concurrent.CyclicBarrier barrier = new java.util.concurrent.CyclicBarrier(2);
    static void here() throws Exception { barrier.await(); }
}
class Only { static void a() {} static void b() {} }
