package p;

public class Settings {
    private static String text;
    private static int loads;

    public static void load() {
        loads++;
        text = Parser.parse();
    }

    public static int count() {
        return loads;
    }

    public static String get() {
        return text;
    }
}
