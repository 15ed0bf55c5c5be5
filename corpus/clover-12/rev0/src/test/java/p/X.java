package p;

public class X {
    public int f() {
        return 1;
    }
}
