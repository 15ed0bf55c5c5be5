package shop;

import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** When the door is open, as written on it: {@code Mon-Fri 09:00-18:30, Sat 10:00-14:00}. */
public final class OpeningHours {
    private final Map<DayOfWeek, LocalTime[]> days = new EnumMap<>(DayOfWeek.class);

    private OpeningHours() {
    }

    public static OpeningHours parse(String text) {
        OpeningHours hours = new OpeningHours();
        for (String part : text.split(",")) {
            String[] words = part.trim().split("\\s+");
            if (words.length != 2) {
                throw new IllegalArgumentException("days and hours, please: `" + part.trim() + "`");
            }
            String[] names = words[0].split("-");
            String[] times = words[1].split("-");
            DayOfWeek last = day(names[names.length - 1]);
            DayOfWeek current = day(names[0]);
            hours.open(current, times);
            while (current != last) {
                current = current.plus(1);
                hours.open(current, times);
            }
        }
        return hours;
    }

    public boolean isOpen(LocalDateTime when) {
        LocalTime[] times = days.get(when.getDayOfWeek());
        LocalTime time = when.toLocalTime();
        return times != null && !time.isBefore(times[0]) && time.isBefore(times[1]);
    }

    private void open(DayOfWeek day, String... times) {
        days.put(day, new LocalTime[] {LocalTime.parse(times[0]), LocalTime.parse(times[1])});
    }

    private static DayOfWeek day(String name) {
        for (DayOfWeek day : DayOfWeek.values()) {
            if (day.name().startsWith(name.toUpperCase(Locale.ROOT))) {
                return day;
            }
        }
        throw new IllegalArgumentException("no such day: `" + name + "`");
    }
}
