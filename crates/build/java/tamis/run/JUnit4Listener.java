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

    /** Class and method as the agent writes them, taken from `method(class)`. */
    private void report(Description test, String outcome, Throwable thrown) {
        String name = test.getDisplayName();
        int open = name.lastIndexOf('(');
        if (open >= 0 && name.endsWith(")")) {
            String owner = name.substring(open + 1, name.length() - 1);
            results.finish(test, owner, name.substring(0, open), outcome, thrown);
        } else {
            results.finish(test, name, "", outcome, thrown);
        }
    }
}
