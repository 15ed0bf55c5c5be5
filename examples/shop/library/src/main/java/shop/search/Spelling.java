package shop.search;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** What somebody may have meant. */
public final class Spelling {
    private Spelling() {
    }

    /** The word that takes the fewest keystrokes to get to, if two are enough. */
    public static Optional<String> nearest(String typed, Collection<String> words) {
        return words.stream()
                .filter(word -> distance(typed, word) <= 2)
                .min(Comparator.comparingInt((String word) -> distance(typed, word)).thenComparing(word -> word));
    }

    /** How many letters have to be changed, added or removed. */
    static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int corner = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = corner + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                corner = row[j];
                row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
