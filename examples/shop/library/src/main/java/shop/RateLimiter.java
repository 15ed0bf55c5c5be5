package shop;

/** Lets through so many calls, and one more each time a pause has passed. */
public class RateLimiter {
    private final int most;
    private final long refillMillis;
    private double left;
    private long looked;

    public RateLimiter(int most, long refillMillis) {
        this.most = most;
        this.refillMillis = refillMillis;
        this.left = most;
        this.looked = System.nanoTime();
    }

    public synchronized boolean tryCall() {
        long now = System.nanoTime();
        left = Math.min(most, left + (now - looked) / 1e6 / refillMillis);
        looked = now;
        if (left < 1.0) {
            return false;
        }
        left -= 1.0;
        return true;
    }

    /** Waits until a call is let through. */
    public void call(Pause pause) {
        while (!tryCall()) {
            pause.millis(Math.max(1L, refillMillis / 4));
        }
    }
}
