package q;

public class Lib {
    public static int f() {
        return 1;
    }
}
