package p;

public class Opt {
    public static String f() {
        return "some";
    }
}
