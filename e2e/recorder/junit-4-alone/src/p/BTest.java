package p;

public class BTest {
    @org.junit.BeforeClass public static void once() { throw new IllegalStateException(); }
    @org.junit.Test public void two() { Helper.two(); }
}
