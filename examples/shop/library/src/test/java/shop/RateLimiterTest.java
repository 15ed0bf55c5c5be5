package shop;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RateLimiterTest {
    @Test
    void letsThroughAFew() {
        RateLimiter limiter = new RateLimiter(3, 60_000);
        for (int i = 0; i < 3; i++) {
            assertTrue(limiter.tryCall());
        }
        assertFalse(limiter.tryCall());
    }

    @Test
    void makesTheOthersWait() {
        RateLimiter limiter = new RateLimiter(1, 300);
        long start = System.nanoTime();
        for (int i = 0; i < 4; i++) {
            limiter.call(Pause.real());
        }
        assertTrue(System.nanoTime() - start >= 800_000_000L);
    }
}
