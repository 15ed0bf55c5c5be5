package p;

public class C2 {
    public int f() {
        return 2;
    }
}
