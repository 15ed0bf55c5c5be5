package p;

import junit.framework.TestCase;

public class CaseOfE extends TestCase {
    public void test() {
        assertEquals(1, new E().g());
    }
}
