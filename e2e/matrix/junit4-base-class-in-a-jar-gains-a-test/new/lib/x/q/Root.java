package q;

public abstract class Root {
    @org.junit.Test
    public void t2() {
        throw new IllegalStateException();
    }
}
