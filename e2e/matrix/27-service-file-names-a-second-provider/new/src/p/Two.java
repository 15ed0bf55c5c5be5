package p;

public class Two implements S {
    @Override
    public int f() {
        return 1;
    }
}
