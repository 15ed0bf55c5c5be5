package tamis.run;

/**
 * Runs the test classes of a plan. Frameworks are used by reflection, so that one runner fits all that a class path may
 * hold. Prints nothing. The status is 85 if all classes were handed to their frameworks, however their tests ended: not 0,
 * with which a test may end the machine before that.
 */
public final class Main {
    /** The status if something could not be run; the file of reasons says why. */
    private static final int COULD_NOT_RUN = 86;

    /** The status if all was run. */
    private static final int DONE = 85;

    private Main() {}

    public static void main(String[] words) {
        int status = COULD_NOT_RUN;
        Plan plan = null;
        try {
            plan = Plan.read(words[0]);
            Results results = new Results(plan.results);
            run(plan, results);
            status = DONE;
        } catch (Throwable reason) {
            if (plan != null) {
                Results.writeReason(plan.reason, reason);
            }
        }
        // Threads that the tests left behind must not keep the machine alive.
        System.exit(status);
    }

    private static void run(Plan plan, Results results) throws Exception {
        for (String framework : plan.frameworks()) {
            String[] tests = plan.testsOf(framework);
            if (framework.equals("platform")) {
                Platform.run(tests, results, plan.listens);
            } else if (framework.equals("junit4")) {
                JUnit4.run(tests, results, plan.listens);
            } else if (framework.equals("junit3")) {
                JUnit3.run(tests, results, plan.listens);
            } else if (framework.equals("testng")) {
                TestNg.run(tests, results, plan.listens);
            } else {
                throw new IllegalArgumentException("unknown framework " + framework);
            }
        }
    }

    /** The class, not initialised: that is part of the test. */
    static Class<?> load(String name) throws ClassNotFoundException {
        return Class.forName(name, false, Thread.currentThread().getContextClassLoader());
    }

    /** What a method that was called by reflection threw. */
    static Throwable cause(Throwable thrown) {
        return thrown instanceof java.lang.reflect.InvocationTargetException && thrown.getCause() != null
                ? thrown.getCause()
                : thrown;
    }
}
