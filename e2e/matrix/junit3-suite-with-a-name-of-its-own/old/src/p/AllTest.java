package p;

import junit.framework.Test;
import junit.framework.TestSuite;

public class AllTest {
    public static Test suite() {
        TestSuite suite = new TestSuite("everything there is");
        suite.addTestSuite(Part.class);
        return suite;
    }
}
