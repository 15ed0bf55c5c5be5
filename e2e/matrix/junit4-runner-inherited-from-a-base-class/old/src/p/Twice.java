package p;

import org.junit.runner.notification.RunNotifier;
import org.junit.runners.BlockJUnit4ClassRunner;
import org.junit.runners.model.InitializationError;

public class Twice extends BlockJUnit4ClassRunner {
    public Twice(Class<?> type) throws InitializationError {
        super(type);
    }

    @Override
    public void run(RunNotifier notifier) {
        throw new IllegalStateException();
    }
}
