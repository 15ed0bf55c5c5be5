package p;

import org.junit.Test;

public class Old {
    @Test public void old() {}
}
