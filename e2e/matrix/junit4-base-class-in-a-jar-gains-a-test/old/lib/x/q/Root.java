package q;

public abstract class Root {
    public void t2() {
        throw new IllegalStateException();
    }
}
