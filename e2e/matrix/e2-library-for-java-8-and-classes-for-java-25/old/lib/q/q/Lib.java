package q;

public class Lib {
    public static int id(int i) {
        return i;
    }
}
