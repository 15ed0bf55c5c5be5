package p;

import junit.framework.TestCase;

public class CaseOfC extends TestCase {
    public void test() {
        assertEquals(1, new C().f());
    }
}
