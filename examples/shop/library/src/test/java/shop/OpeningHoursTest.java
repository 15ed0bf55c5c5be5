package shop;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;

class OpeningHoursTest {
    private final OpeningHours hours = OpeningHours.parse("Mon-Fri 09:00-18:30, Sat 10:00-14:00");

    @Test
    void openOnWorkingDays() {
        assertTrue(hours.isOpen(LocalDateTime.parse("2024-03-04T09:00")));
        assertTrue(hours.isOpen(LocalDateTime.parse("2024-03-08T18:29")));
        assertFalse(hours.isOpen(LocalDateTime.parse("2024-03-08T18:30")));
    }

    @Test
    void shorterOnSaturdaysAndClosedOnSundays() {
        assertFalse(hours.isOpen(LocalDateTime.parse("2024-03-09T09:30")));
        assertTrue(hours.isOpen(LocalDateTime.parse("2024-03-09T10:30")));
        assertFalse(hours.isOpen(LocalDateTime.parse("2024-03-10T10:30")));
    }

    @Test
    void saysWhatItDoesNotUnderstand() {
        assertThrows(IllegalArgumentException.class, () -> OpeningHours.parse("always"));
        assertThrows(IllegalArgumentException.class, () -> OpeningHours.parse("Xyz 09:00-10:00"));
    }
}
