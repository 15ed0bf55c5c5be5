package p;

public class One2 implements S {
    @Override
    public int f() {
        return 1;
    }
}
