package shop.notify;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import shop.Pause;

class OutboxTest {
    private final List<String> taken = new ArrayList<>();
    private int asked;

    @Test
    void sendsInOrder() {
        Outbox outbox = new Outbox(taken::add, Pause.real(), 3);
        outbox.put("first");
        outbox.put("second");
        assertEquals(2, outbox.flush());
        assertEquals("[first, second]", taken.toString());
    }

    @Test
    void triesAgainAfterAPause() {
        Outbox outbox = new Outbox(letter -> ++asked == 4, Pause.real(), 5);
        outbox.put("to the mountains");
        assertEquals(1, outbox.flush());
        assertEquals(4, asked);
    }

    @Test
    void givesUpInTheEnd() {
        Outbox outbox = new Outbox(letter -> false, Pause.real(), 5);
        outbox.put("to nowhere");
        assertEquals(0, outbox.flush());
        assertEquals("[to nowhere]", outbox.returned().toString());
    }

    @Test
    void pausesGetLonger() {
        List<Long> pauses = new ArrayList<>();
        Outbox outbox = new Outbox(letter -> false, pauses::add, 4);
        outbox.put("to nowhere");
        outbox.flush();
        assertEquals("[50, 100, 200]", pauses.toString());
    }
}
