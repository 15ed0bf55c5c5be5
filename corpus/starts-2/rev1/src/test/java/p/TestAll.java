package p;

import junit.framework.Test;
import junit.framework.TestSuite;

public class TestAll {
    public static Test suite() {
        TestSuite suite = new TestSuite();
        suite.addTestSuite(CaseOfC.class);
        suite.addTestSuite(CaseOfE.class);
        return suite;
    }
}
