package p;

public class Parser {
    public static String parse() {
        return "a";
    }
}
