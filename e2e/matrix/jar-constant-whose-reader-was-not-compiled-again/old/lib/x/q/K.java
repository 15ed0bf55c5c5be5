package q;

public class K {
    public static final int X = 1;
}
