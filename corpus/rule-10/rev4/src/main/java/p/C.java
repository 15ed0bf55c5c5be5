package p;

public class C {
    public int value() {
        return 2;
    }
}
