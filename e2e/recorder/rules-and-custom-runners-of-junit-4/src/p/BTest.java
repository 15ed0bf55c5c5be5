package p;

import org.junit.runner.Description;
import org.junit.runner.RunWith;
import org.junit.runner.Runner;
import org.junit.runner.notification.RunNotifier;

@RunWith(BTest.Own.class)
public class BTest {
    public static class Own extends Runner {
        private final Class<?> test;
        public Own(Class<?> test) { this.test = test; }
        @Override public Description getDescription() { return Description.createTestDescription(test, "own"); }
        @Override public void run(RunNotifier notifier) {
            notifier.fireTestStarted(getDescription());
            Data.run();
            notifier.fireTestFinished(getDescription());
        }
    }
}
