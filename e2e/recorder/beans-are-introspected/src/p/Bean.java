package p;

public class Bean {
    public int getSize() { return 1; }
}
