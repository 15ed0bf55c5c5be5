package p;

public class Layout {
    public static Object make() {
        return "%m";
    }
}
