package p;

public class Number {
    private static int last;

    public static void next(boolean isFresh) {
        last = (isFresh ? Start.number() : last) + 1;
    }

    public static int now() {
        return last;
    }
}
