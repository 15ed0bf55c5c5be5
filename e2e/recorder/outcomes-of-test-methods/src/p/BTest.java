package p;

public class BTest {
    @org.junit.Test public void passes() {}
    @org.junit.Test public void fails() { org.junit.Assert.fail(); }
    @org.junit.Test public void assumes() { org.junit.Assume.assumeTrue(false); }
    @org.junit.Ignore @org.junit.Test public void ignored() {}
}
