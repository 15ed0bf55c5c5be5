package q;

import org.junit.Before;

public abstract class Base {
    protected int x;

    @Before
    public void setUp() {
        x = 2;
    }
}
