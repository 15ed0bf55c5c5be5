package tamis.run;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** JUnit 3 where there is nothing newer. */
final class JUnit3 {
    private JUnit3() {}

    static void run(String[] tests, Results results, boolean listens) throws Exception {
        Class<?> resultType = Main.load("junit.framework.TestResult");
        Class<?> testType = Main.load("junit.framework.Test");
        Class<?> listenerType = Main.load("junit.framework.TestListener");
        Method run = testType.getMethod("run", resultType);
        for (String test : tests) {
            results.begin(test);
            try {
                Object result = resultType.getConstructor().newInstance();
                if (listens) {
                    InvocationHandler handler = new Listener(results);
                    Class<?>[] types = {listenerType};
                    Object listener = Proxy.newProxyInstance(listenerType.getClassLoader(), types, handler);
                    resultType.getMethod("addListener", listenerType).invoke(result, listener);
                }
                Class<?> type = Main.load(test);
                perform(type, build(type), run, result);
            } catch (Throwable thrown) {
                results.failed(test, thrown);
            }
            results.end(test);
        }
    }

    /** Runs the suite of a test class, which may be called anything. The agent looks at the class. */
    static void perform(Class<?> test, Object suite, Method run, Object result) throws Exception {
        run.invoke(suite, result);
    }

    /** The suite of a test class: its own, or all its methods. */
    static Object build(Class<?> test) throws Exception {
        Method suite;
        try {
            suite = test.getMethod("suite");
        } catch (NoSuchMethodException usual) {
            return Main.load("junit.framework.TestSuite").getConstructor(Class.class).newInstance(test);
        }
        suite.setAccessible(true);
        return suite.invoke(null);
    }

    /** Hears what JUnit 3 says about tests. */
    private static final class Listener implements InvocationHandler {
        private final Results results;

        Listener(Results results) {
            this.results = results;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            String name = method.getName();
            if (name.equals("startTest")) {
                results.start(arguments[0]);
            } else if (name.equals("addError") || name.equals("addFailure")) {
                report(arguments[0], "failed", (Throwable) arguments[1]);
            } else if (name.equals("endTest")) {
                report(arguments[0], "passed", null);
            } else if (name.equals("equals")) {
                return Boolean.valueOf(proxy == arguments[0]);
            } else if (name.equals("hashCode")) {
                return Integer.valueOf(System.identityHashCode(proxy));
            } else if (name.equals("toString")) {
                return "listener";
            }
            return null;
        }

        private void report(Object test, String outcome, Throwable thrown) {
            results.finish(test, test.getClass().getName(), nameOf(test), outcome, thrown);
        }

        private static String nameOf(Object test) {
            try {
                Object name = test.getClass().getMethod("getName").invoke(test);
                return String.valueOf(name);
            } catch (Exception unnamed) {
                return String.valueOf(test);
            }
        }
    }
}
