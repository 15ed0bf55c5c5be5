package p;

import org.junit.Test;

public abstract class Base {
    @Test
    public void t() {}
}
