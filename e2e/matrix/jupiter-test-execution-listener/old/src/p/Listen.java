package p;

import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

public class Listen implements TestExecutionListener {
    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        Flag.v = 1;
    }
}
