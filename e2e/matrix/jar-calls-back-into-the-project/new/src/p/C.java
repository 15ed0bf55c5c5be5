package p;

public class C implements q.Call {
    @Override
    public int f() {
        return 2;
    }
}
