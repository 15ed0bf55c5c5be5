package p;

public class A {
    public int m() {
        return 0;
    }
}
