package p;

import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

public class Listener implements TestExecutionListener {
    @Override public void testPlanExecutionStarted(TestPlan plan) { Slow.touch(); }
}
class Slow {
    static {
        Thread thread = new Thread(Worker::run);
        thread.start();
        try { thread.join(); } catch (InterruptedException error) { throw new IllegalStateException(error); }
    }
    static void touch() {}
}
class Worker { static void run() {} }
