package tamis.run;

import org.junit.runner.Description;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/** Hears what JUnit 4 says about tests. Loaded only where JUnit 4 is. */
final class JUnit4Listener extends RunListener {
    private final Results results;

    JUnit4Listener(Results results) {
        this.results = results;
    }

    @Override
    public void testStarted(Description test) {
        results.start(test);
    }

    @Override
    public void testFinished(Description test) {
        report(test, "passed", null);
    }

    @Override
    public void testFailure(Failure failure) {
        report(failure.getDescription(), "failed", failure.getException());
    }

    @Override
    public void testAssumptionFailure(Failure failure) {
        report(failure.getDescription(), "aborted", failure.getException());
    }

    @Override
    public void testIgnored(Description test) {
        report(test, "skipped", null);
    }

    private void report(Description test, String outcome, Throwable thrown) {
        String method = test.getMethodName();
        results.finish(test, test.getClassName(), method == null ? "" : method, outcome, thrown);
    }
}
