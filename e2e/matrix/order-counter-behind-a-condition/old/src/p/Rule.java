package p;

public class Rule {
    public static boolean isGood(int value) {
        return value > 0;
    }
}
