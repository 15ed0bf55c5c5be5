package p;

public class Other {
    public int four() {
        return 4;
    }
}
