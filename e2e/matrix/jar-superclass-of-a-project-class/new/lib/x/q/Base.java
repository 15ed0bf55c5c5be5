package q;

public class Base {
    public int f() {
        return 2;
    }
}
