package p;

import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(Twice.class)
public abstract class Base {
    @Test
    public void t() {}
}
