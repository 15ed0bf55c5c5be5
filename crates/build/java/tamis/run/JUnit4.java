package tamis.run;

import java.lang.reflect.Method;

/** JUnit 4, class by class: none is loaded before the one before it is done. */
final class JUnit4 {
    private JUnit4() {}

    static void run(String[] tests, Results results, boolean listens) throws Exception {
        Class<?> coreType = Main.load("org.junit.runner.JUnitCore");
        Object core = coreType.getConstructor().newInstance();
        if (listens) {
            Class<?> listenerType = Main.load("org.junit.runner.notification.RunListener");
            Object listener = Main.load("tamis.run.JUnit4Listener")
                    .getDeclaredConstructor(Results.class)
                    .newInstance(results);
            coreType.getMethod("addListener", listenerType).invoke(core, listener);
        }
        Method run = coreType.getMethod("run", Class[].class);
        for (String test : tests) {
            results.begin(test);
            try {
                run.invoke(core, new Object[] {new Class<?>[] {Main.load(test)}});
            } catch (Throwable thrown) {
                results.failed(test, thrown);
            }
            results.end(test);
        }
    }
}
