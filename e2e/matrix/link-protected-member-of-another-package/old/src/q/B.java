package q;

public class B {
    protected static int f() {
        return 1;
    }
}
