package p;

public class Hits {
    private static int hits;

    public static void check(int value) {
        if (Rule.isGood(value)) {
            hits++;
        }
    }

    public static int now() {
        return hits;
    }
}
