package p;

import org.junit.runner.notification.RunNotifier;
import org.junit.runners.BlockJUnit4ClassRunner;
import org.junit.runners.model.InitializationError;

public class MyRunner extends BlockJUnit4ClassRunner {
    public MyRunner(Class<?> type) throws InitializationError {
        super(type);
    }

    @Override
    public void run(RunNotifier notifier) {
        Flag.v = 2;
        super.run(notifier);
    }
}
