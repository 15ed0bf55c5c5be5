package p;

public class BTest {
    @org.junit.Test public void b() {}
}
