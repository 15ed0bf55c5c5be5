package p;

public class D {
    public int value() {
        return 2;
    }
}
