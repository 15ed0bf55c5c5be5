package q;

public class Lib {
    public static int g() {
        return 1;
    }
}
