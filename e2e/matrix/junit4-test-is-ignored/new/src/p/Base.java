package p;

import org.junit.Test;

public abstract class Base {
    @org.junit.Ignore
    @Test
    public void t() {}
}
