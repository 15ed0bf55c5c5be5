package p;

public class Hidden {
    @Override public String toString() { return "hidden"; }
}
