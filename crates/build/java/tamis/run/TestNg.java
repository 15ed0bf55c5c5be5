package tamis.run;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/** TestNG, all classes in one suite: their methods may be interleaved. */
final class TestNg {
    private TestNg() {}

    static void run(String[] tests, Results results, boolean listens) throws Exception {
        Class<?> type = Main.load("org.testng.TestNG");
        List<Class<?>> loaded = new ArrayList<Class<?>>();
        List<String> names = new ArrayList<String>();
        for (String test : tests) {
            results.begin(test);
            try {
                loaded.add(Main.load(test));
                names.add(test);
            } catch (Throwable thrown) {
                results.failed(test, thrown);
                results.end(test);
            }
        }
        Object testNg = type.getConstructor(boolean.class).newInstance(Boolean.FALSE);
        type.getMethod("setUseDefaultListeners", boolean.class).invoke(testNg, Boolean.FALSE);
        type.getMethod("setVerbose", int.class).invoke(testNg, Integer.valueOf(0));
        Object classes = loaded.toArray(new Class<?>[0]);
        type.getMethod("setTestClasses", Class[].class).invoke(testNg, classes);
        if (listens) {
            listen(type, testNg, results);
        }
        type.getMethod("run").invoke(testNg);
        for (String test : names) {
            results.end(test);
        }
    }

    private static void listen(Class<?> type, Object testNg, Results results) throws Exception {
        Class<?> base = Main.load("org.testng.ITestNGListener");
        Class<?>[] types = {Main.load("org.testng.ITestListener"), Main.load("org.testng.IConfigurationListener")};
        Object listener = Proxy.newProxyInstance(base.getClassLoader(), types, new Listener(results));
        Method add;
        try {
            add = type.getMethod("addListener", base);
        } catch (NoSuchMethodException older) {
            add = type.getMethod("addListener", Object.class);
        }
        add.invoke(testNg, listener);
    }

    /** Hears what TestNG says about tests. */
    private static final class Listener implements InvocationHandler {
        private final Results results;

        Listener(Results results) {
            this.results = results;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            String name = method.getName();
            if (name.equals("onTestStart")) {
                results.start(arguments[0]);
            } else if (name.equals("onTestSuccess")) {
                report(arguments[0], "passed");
            } else if (name.startsWith("onTestFail")) {
                report(arguments[0], "failed");
            } else if (name.equals("onTestSkipped")) {
                report(arguments[0], "skipped");
            } else if (name.equals("onConfigurationFailure") && arguments.length == 1) {
                report(arguments[0], "failed");
            } else if (name.equals("isEnabled")) {
                return Boolean.TRUE;
            } else if (name.equals("equals")) {
                return Boolean.valueOf(proxy == arguments[0]);
            } else if (name.equals("hashCode")) {
                return Integer.valueOf(System.identityHashCode(proxy));
            } else if (name.equals("toString")) {
                return "listener";
            }
            return null;
        }

        private void report(Object result, String outcome) throws Exception {
            Class<?> type = Main.load("org.testng.ITestResult");
            Object test = type.getMethod("getTestClass").invoke(result);
            String name = (String) Main.load("org.testng.IClass").getMethod("getName").invoke(test);
            String method = (String) type.getMethod("getName").invoke(result);
            Throwable thrown = (Throwable) type.getMethod("getThrowable").invoke(result);
            results.finish(result, name, method, outcome, thrown);
        }
    }
}
