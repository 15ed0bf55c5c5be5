package p;

public class C extends A {
    @Override
    public int m() {
        return 1;
    }
}
