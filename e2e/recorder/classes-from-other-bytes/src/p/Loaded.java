package p;

public class Loaded {
    public Loaded() {}
}
