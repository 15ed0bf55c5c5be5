package p;

public class Hideable {
    public Hideable() {}
}
