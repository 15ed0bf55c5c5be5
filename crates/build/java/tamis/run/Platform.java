package tamis.run;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The JUnit Platform, from its version 1.0 on. */
final class Platform {
    private static final String LAUNCHER = "org.junit.platform.launcher.";
    private static final String ENGINE = "org.junit.platform.engine.";

    private final Class<?> launcherType = Main.load(LAUNCHER + "Launcher");
    private final Class<?> requestType = Main.load(LAUNCHER + "LauncherDiscoveryRequest");
    private final Class<?> planType = Main.load(LAUNCHER + "TestPlan");
    private final Class<?> listenerType = Main.load(LAUNCHER + "TestExecutionListener");

    private Platform() throws ClassNotFoundException {}

    static void run(String[] tests, Results results, boolean listens) throws Exception {
        new Platform().launch(tests, results, listens);
    }

    private void launch(String[] tests, Results results, boolean listens) throws Exception {
        Class<?> factory = Main.load(LAUNCHER + "core.LauncherFactory");
        Method open = method(factory, "openSession");
        if (open == null) {
            execute(factory.getMethod("create").invoke(null), tests, results, listens);
            return;
        }
        Object session = open.invoke(null);
        try {
            Class<?> sessionType = Main.load(LAUNCHER + "LauncherSession");
            execute(sessionType.getMethod("getLauncher").invoke(session), tests, results, listens);
        } finally {
            ((AutoCloseable) session).close();
        }
    }

    private void execute(Object launcher, String[] tests, Results results, boolean listens) throws Exception {
        Object listeners = Array.newInstance(listenerType, listens ? 1 : 0);
        Listener listener = new Listener(new HashSet<String>(Arrays.asList(tests)), results);
        if (listens) {
            Class<?>[] types = {listenerType};
            Array.set(listeners, 0, Proxy.newProxyInstance(listenerType.getClassLoader(), types, listener));
        }
        Object request = request(tests);
        Method executePlan = method(launcherType, "execute", planType, listeners.getClass());
        try {
            if (executePlan == null) {
                Method execute = launcherType.getMethod("execute", requestType, listeners.getClass());
                execute.invoke(launcher, request, listeners);
            } else {
                executePlan.invoke(launcher, discover(launcher, request, tests, results), listeners);
            }
        } finally {
            listener.abandon();
        }
    }

    /** One class that cannot be loaded must not keep the others from running. */
    private Object discover(Object launcher, Object request, String[] tests, Results results) throws Exception {
        Method discover = launcherType.getMethod("discover", requestType);
        try {
            return discover.invoke(launcher, request);
        } catch (Exception failed) {
            List<String> sound = new ArrayList<String>();
            for (String test : tests) {
                try {
                    discover.invoke(launcher, request(new String[] {test}));
                    sound.add(test);
                } catch (Exception reason) {
                    results.begin(test);
                    results.failed(test, root(reason));
                    results.end(test);
                }
            }
            return discover.invoke(launcher, request(sound.toArray(new String[0])));
        }
    }

    /** The platform wraps what went wrong several times. */
    private static Throwable root(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return root;
    }

    private Object request(String[] tests) throws Exception {
        Class<?> selectorsType = Main.load(ENGINE + "discovery.DiscoverySelectors");
        Method select = selectorsType.getMethod("selectClass", String.class);
        List<Object> selectors = new ArrayList<Object>();
        for (String test : tests) {
            selectors.add(select.invoke(null, test));
        }
        Class<?> builderType = Main.load(LAUNCHER + "core.LauncherDiscoveryRequestBuilder");
        Object builder = builderType.getMethod("request").invoke(null);
        builderType.getMethod("selectors", List.class).invoke(builder, selectors);
        return builderType.getMethod("build").invoke(builder);
    }

    private static Method method(Class<?> type, String name, Class<?>... parameters) {
        try {
            return type.getMethod(name, parameters);
        } catch (NoSuchMethodException older) {
            return null;
        }
    }

    /** Hears what the platform says about tests. */
    private static final class Listener implements InvocationHandler {
        private final Set<String> tests;
        private final Results results;
        /** What began and did not end, by identifier. */
        private final Map<String, Object> open = new TreeMap<String, Object>();
        private Object plan;

        Listener(Set<String> tests, Results results) {
            this.tests = tests;
            this.results = results;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            String name = method.getName();
            if (name.equals("testPlanExecutionStarted")) {
                plan = arguments[0];
            } else if (name.equals("executionStarted")) {
                started(arguments[0]);
            } else if (name.equals("executionFinished")) {
                finished(arguments[0], arguments[1]);
            } else if (name.equals("executionSkipped")) {
                skipped(arguments[0]);
            } else if (name.equals("equals")) {
                return Boolean.valueOf(proxy == arguments[0]);
            } else if (name.equals("hashCode")) {
                return Integer.valueOf(System.identityHashCode(proxy));
            } else if (name.equals("toString")) {
                return "listener";
            }
            return null;
        }

        /** After an error that the platform does not go on after, such as a lack of memory, it tells no ends. */
        synchronized void abandon() throws Exception {
            for (Map.Entry<String, Object> node : open.entrySet()) {
                String[] name = name(node.getValue(), node.getKey());
                if (!name[0].isEmpty()) {
                    results.abandon(node.getKey(), name[0], name[1]);
                }
            }
            for (Object node : open.values()) {
                String scope = scope(node);
                if (scope != null) {
                    results.end(scope);
                }
            }
            open.clear();
        }

        private synchronized void started(Object test) throws Exception {
            String id = (String) get(test, "getUniqueId");
            results.start(id);
            open.put(id, test);
            String scope = scope(test);
            if (scope != null) {
                results.begin(scope);
            }
        }

        private synchronized void finished(Object test, Object result) throws Exception {
            open.remove((String) get(test, "getUniqueId"));
            String status = String.valueOf(get(result, "getStatus"));
            Throwable thrown = (Throwable) ((Optional<?>) get(result, "getThrowable")).orElse(null);
            boolean isTest = ((Boolean) get(test, "isTest")).booleanValue();
            if (status.equals("FAILED")) {
                report(test, "failed", thrown);
            } else if (status.equals("ABORTED")) {
                report(test, "aborted", thrown);
            } else if (isTest) {
                report(test, "passed", null);
            }
            String scope = scope(test);
            if (scope != null) {
                results.end(scope);
            }
        }

        private void skipped(Object test) throws Exception {
            String scope = scope(test);
            if (scope != null) {
                results.begin(scope);
            }
            report(test, "skipped", null);
            if (scope != null) {
                results.end(scope);
            }
        }

        private void report(Object test, String outcome, Throwable thrown) throws Exception {
            String id = (String) get(test, "getUniqueId");
            String[] name = name(test, id);
            results.finish(id, name[0], name[1], outcome, thrown);
        }

        /** Class and method as the agent writes them: what follows the innermost class in the identifier. */
        private String[] name(Object test, String id) throws Exception {
            if (id.startsWith("[engine:junit-vintage]")) {
                // A test without a method, such as the warning about a class without tests, has the class as its source.
                boolean isWhole = isClass(test) && !(Boolean) get(test, "isTest");
                return new String[] {classOf(test), isWhole ? "" : (String) get(test, "getLegacyReportingName")};
            }
            String[] segments = id.split("\\]/\\[");
            int place = segments.length - 1;
            StringBuilder method = new StringBuilder();
            while (place >= 0 && !segments[place].startsWith("class:")) {
                String value = value(segments[place]);
                method.insert(0, method.length() == 0 ? value : value + "/");
                place--;
            }
            if (place < 0) {
                return new String[] {classOf(test), isClass(test) ? "" : (String) get(test, "getDisplayName")};
            }
            return new String[] {value(segments[place]), method.toString()};
        }

        private static String value(String segment) {
            String value = segment.substring(segment.indexOf(':') + 1);
            return value.endsWith("]") ? value.substring(0, value.length() - 1) : value;
        }

        /** The class of the plan that this is the node of. */
        private String scope(Object test) throws Exception {
            Object source = ((Optional<?>) get(test, "getSource")).orElse(null);
            if (source == null || !source.getClass().getSimpleName().equals("ClassSource")) {
                return null;
            }
            String name = (String) get(source, "getClassName");
            return tests.contains(name) ? name : null;
        }

        private static boolean isClass(Object test) throws Exception {
            Object source = ((Optional<?>) get(test, "getSource")).orElse(null);
            return source != null && source.getClass().getSimpleName().equals("ClassSource");
        }

        private String classOf(Object test) throws Exception {
            for (Object node = test; node != null; node = parent(node)) {
                Object source = ((Optional<?>) get(node, "getSource")).orElse(null);
                if (source != null) {
                    String kind = source.getClass().getSimpleName();
                    if (kind.equals("MethodSource") || kind.equals("ClassSource")) {
                        return (String) get(source, "getClassName");
                    }
                }
            }
            return "";
        }

        private Object parent(Object node) throws Exception {
            Method parent = plan.getClass().getMethod("getParent", node.getClass());
            return ((Optional<?>) parent.invoke(plan, node)).orElse(null);
        }

        private static Object get(Object of, String name) throws Exception {
            Method method = of.getClass().getMethod(name);
            method.setAccessible(true);
            return method.invoke(of);
        }
    }
}
