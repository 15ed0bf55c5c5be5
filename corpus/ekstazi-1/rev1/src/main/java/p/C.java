package p;

public class C {
    public int f() {
        return 1;
    }
}
