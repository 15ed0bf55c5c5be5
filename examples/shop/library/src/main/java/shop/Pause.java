package shop;

/** Lets some time go by. */
@FunctionalInterface
public interface Pause {
    void millis(long millis);

    /** Really waits. */
    static Pause real() {
        return millis -> {
            try {
                Thread.sleep(millis);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("woken up while waiting", interrupted);
            }
        };
    }
}
