package q;

public abstract class Base extends Root {
    @org.junit.Test
    public void t() {}
}
