package p;

import junit.framework.Test;
import junit.framework.TestSuite;

public class AllTest {
    public static Test suite() {
        TestSuite suite = new TestSuite();
        for (int i = 0; i < A.f(); i++) {
            suite.addTestSuite(Part.class);
        }
        return suite;
    }
}
