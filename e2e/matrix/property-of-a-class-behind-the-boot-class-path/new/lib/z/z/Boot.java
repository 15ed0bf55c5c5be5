package z;

public class Boot {
    public static int f() {
        return 2;
    }
}
