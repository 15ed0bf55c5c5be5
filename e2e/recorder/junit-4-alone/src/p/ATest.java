package p;

import org.junit.Test;

public class ATest {
    @Test public void one() { Helper.one(); }
    @Test(timeout = 10000) public void inAnotherThread() { Helper.other(); }
}
class Helper { static void one() {} static void two() {} static void other() {} }
