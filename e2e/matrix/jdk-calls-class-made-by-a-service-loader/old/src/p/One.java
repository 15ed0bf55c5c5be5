package p;

public class One implements S {
    @Override
    public int f() {
        return 1;
    }
}
