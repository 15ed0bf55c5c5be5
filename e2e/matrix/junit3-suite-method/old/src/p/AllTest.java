package p;

import junit.framework.Test;
import junit.framework.TestSuite;

public class AllTest {
    public static Test suite() {
        return new TestSuite(Part.class);
    }
}
