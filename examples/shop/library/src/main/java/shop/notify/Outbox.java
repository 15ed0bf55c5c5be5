package shop.notify;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import shop.Pause;

/** Letters that wait to be sent. The post office is asked again, after longer and longer pauses. */
public class Outbox {
    private static final long FIRST_PAUSE_MILLIS = 50;

    private final Deque<String> waiting = new ArrayDeque<>();
    private final List<String> returned = new ArrayList<>();
    private final Predicate<String> office;
    private final Pause pause;
    private final int mostTries;

    public Outbox(Predicate<String> office, Pause pause, int mostTries) {
        this.office = office;
        this.pause = pause;
        this.mostTries = mostTries;
    }

    public void put(String letter) {
        waiting.addLast(letter);
    }

    /** Sends all that waits, and says how many letters went out. */
    public int flush() {
        int sent = 0;
        while (!waiting.isEmpty()) {
            String letter = waiting.removeFirst();
            if (isSent(letter)) {
                sent++;
            } else {
                returned.add(letter);
            }
        }
        return sent;
    }

    /** Letters that nobody took. */
    public List<String> returned() {
        return returned;
    }

    private boolean isSent(String letter) {
        long millis = FIRST_PAUSE_MILLIS;
        for (int tried = 1; !office.test(letter); tried++) {
            if (tried == mostTries) {
                return false;
            }
            pause.millis(millis);
            millis *= 2;
        }
        return true;
    }
}
