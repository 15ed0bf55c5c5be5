package java.lang;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the test mojos of Maven call, in the machine that Maven runs in. The agent defines it in the boot loader; it knows the
 * mojos by reflection only, as there are many versions of them. Nothing here throws: whatever goes wrong, all tests run,
 * nothing is recorded, and that is said.
 */
public final class TamisBuild {
    private static final AtomicInteger NEXT = new AtomicInteger();

    /** The folder of this build, and the executable that selects; set by the agent. */
    private static volatile String folder;
    private static volatile String host;

    /** The mojos that run in a thread, each with its file if it has one; in a parallel build there is one for each module. */
    private static final ThreadLocal<List<Object[]>> RUNNING = new ThreadLocal<>();

    private TamisBuild() {}

    private static Object start(String where, String executable) {
        folder = where;
        host = executable;
        TamisRecipe.start(where);
        return where;
    }

    /** A test mojo begins. */
    public static void begin(Object mojo, int kind) {
        List<Object[]> running = RUNNING.get();
        if (running == null) {
            RUNNING.set(running = new ArrayList<>());
        }
        running.add(new Object[] {mojo, null});
    }

    /** It ends, also by an exception. */
    public static void end(int kind) {
        List<Object[]> running = RUNNING.get();
        if (running == null || running.isEmpty()) {
            return;
        }
        Object file = running.remove(running.size() - 1)[1];
        if (file != null) {
            try {
                call("ended", (String) file);
            } catch (Throwable problem) {
                complain("what was recorded is not kept", problem);
            }
        }
    }

    /** The test classes of a module were found: gives those that run, as the mojo wants them. */
    public static Object found(Object mojo, Object scanned) {
        if (folder == null) {
            return scanned;
        }
        try {
            return selected(mojo, scanned);
        } catch (Throwable problem) {
            complain("running everything, recording nothing", problem);
            return scanned;
        }
    }

    private static Object selected(Object mojo, Object scanned) throws Exception {
        List<String> classes = classes(scanned);
        if (classes.isEmpty()) {
            return scanned;
        }
        String file = folder + File.separator + NEXT.getAndIncrement();
        describe(mojo, classes, file + ".module");
        call("module", file);
        List<Object[]> mojos = RUNNING.get();
        if (mojos == null || mojos.isEmpty()) {
            throw new IOException("the mojo was not seen to begin");
        }
        Set<String> running = new HashSet<>();
        String words = null;
        try (BufferedReader lines = reader(file + ".answer")) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int tab = line.indexOf('\t');
                String value = line.substring(tab + 1);
                switch (tab < 0 ? line : line.substring(0, tab)) {
                    // Nothing is selected, and the reason has been told.
                    case "all":
                        return scanned;
                    case "run":
                        running.add(value);
                        break;
                    case "jvm":
                        words = value;
                        break;
                    default:
                        throw new IOException("the answer cannot be read: " + line);
                }
            }
        }
        List<String> kept = new ArrayList<>();
        for (String name : classes) {
            if (running.contains(name)) {
                kept.add(name);
            }
        }
        Object result = scanned;
        if (kept.size() < classes.size()) {
            Constructor<?> constructor = scanned.getClass().getConstructor(List.class);
            result = constructor.newInstance(kept);
        }
        if (kept.size() < classes.size()) {
            // There are tests, and of those that run, groups may leave out all.
            set(mojo, "setFailIfNoTests", Boolean.FALSE);
            set(mojo, "setFailIfNoSpecifiedTests", Boolean.FALSE);
        }
        if (!kept.isEmpty()) {
            Object given = get(mojo, "getArgLine");
            set(mojo, "setArgLine", given == null ? words : given + " " + words);
            mojos.get(mojos.size() - 1)[1] = file;
        }
        return result;
    }

    @SuppressWarnings("unchecked")
    private static List<String> classes(Object scanned) throws Exception {
        Object classes = find(scanned.getClass(), "getClasses") != null ? get(scanned, "getClasses") : get(scanned, "getFiles");
        return (List<String>) classes;
    }

    /** Writes down what there is to know about a module and how its tests run. */
    private static void describe(Object mojo, List<String> classes, String file) throws Exception {
        Object project = get(mojo, "getProject");
        try (Writer out = new OutputStreamWriter(new FileOutputStream(file), StandardCharsets.UTF_8)) {
            line(out, "mojo", mojo.getClass().getName());
            line(out, "group", get(project, "getGroupId"));
            line(out, "artifact", get(project, "getArtifactId"));
            line(out, "folder", get(project, "getBasedir"));
            line(out, "output", get(get(project, "getBuild"), "getDirectory"));
            line(out, "reports", find(mojo.getClass(), "getReportsDirectory") == null ? null : get(mojo, "getReportsDirectory"));
            line(out, "named", get(mojo, "getTest"));
            line(out, "forks", get(mojo, "isForking"));
            Object arguments = get(mojo, "getArgLine");
            line(out, "arguments", arguments);
            line(out, "evaluated", arguments == null ? null : TamisRecipe.evaluated(project, arguments.toString()));
            line(out, "java", java(get(mojo, "getEffectiveJvm")));
            // Version 3.6 has no suites any more.
            Object[] suites = find(mojo.getClass(), "getSuiteXmlFiles") == null ? null : (Object[]) get(mojo, "getSuiteXmlFiles");
            for (int place = 0; suites != null && place < suites.length; place++) {
                line(out, "suite", suites[place]);
            }
            Object classPath = get(mojo, "generateTestClasspath");
            if (find(classPath.getClass(), "toClasspath") != null) {
                classPath = get(classPath, "toClasspath");
            }
            for (Object each : (Iterable<?>) get(classPath, "getClassPath")) {
                line(out, "path", each);
            }
            Properties properties = (Properties) get(mojo, "setupProperties");
            for (String key : properties.stringPropertyNames()) {
                line(out, "property", key + "=" + properties.getProperty(key));
            }
            Object variables = get(mojo, "getEnvironmentVariables");
            if (variables != null) {
                for (Map.Entry<?, ?> each : ((Map<?, ?>) variables).entrySet()) {
                    line(out, "variable", each.getKey() + "=" + each.getValue());
                }
            }
            if (find(mojo.getClass(), "getExcludedEnvironmentVariables") != null) {
                Object[] without = (Object[]) get(mojo, "getExcludedEnvironmentVariables");
                for (int place = 0; without != null && place < without.length; place++) {
                    line(out, "without", without[place]);
                }
            }
            settings(mojo, out);
            details(mojo, out);
            for (String name : classes) {
                line(out, "class", name);
            }
            line(out, "end", "");
        }
    }

    /** What else says which tests run in a class, and how: groups, engines, threads. */
    private static void settings(Object mojo, Writer out) throws Exception {
        String[] getters = {
            "getGroups", "getExcludedGroups", "getIncludeJUnit5Engines", "getExcludeJUnit5Engines", "getProperties", "getParallel",
            "isEnableAssertions", "getRunOrder", "getRerunFailingTestsCount", "getSkipAfterFailureCount", "getObjectFactory",
            "isUseModulePath", "getForkCount", "getForkMode", "isReuseForks",
        };
        for (String getter : getters) {
            if (find(mojo.getClass(), getter) != null) {
                Object value = get(mojo, getter);
                if (value instanceof Object[]) {
                    value = java.util.Arrays.toString((Object[]) value);
                }
                if (value != null && !value.toString().isEmpty()) {
                    line(out, "setting", getter + "=" + value);
                }
            }
        }
    }

    /** What a test does not rest on, but whoever would run it without Maven. */
    private static void details(Object mojo, Writer out) throws Exception {
        String[] getters = {
            "getIncludes", "getExcludes", "getDefaultIncludes", "getIncludesFile", "getExcludesFile", "getDependenciesToScan",
            "getTestClassesDirectory", "isUseSystemClassLoader", "isChildDelegation", "getDebugForkedProcess", "getForkNode",
            "getWorkingDirectory", "useModulePath",
        };
        for (String getter : getters) {
            if (find(mojo.getClass(), getter) != null) {
                Object value = get(mojo, getter);
                Object[] values = value instanceof Object[] ? (Object[]) value
                        : value instanceof List ? ((List<?>) value).toArray() : value == null ? new Object[0] : new Object[] {value};
                for (Object each : values) {
                    line(out, "detail", getter + "=" + each);
                }
            }
        }
    }

    private static Object java(Object found) throws Exception {
        if (found == null || found instanceof String) {
            return found;
        }
        return get(found, "getJvmExecutable");
    }

    private static void line(Writer out, String key, Object value) throws IOException {
        if (value != null) {
            String text = value.toString();
            out.write(key + "\t" + text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r") + "\n");
        }
    }

    /** Has the executable do something; what it says goes where Maven's own words go. */
    private static void call(String what, String file) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(host, "internal", "build", what, file);
        builder.redirectInput(new File("/dev/null"));
        builder.redirectOutput(ProcessBuilder.Redirect.INHERIT);
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        int code = builder.start().waitFor();
        if (code != 0) {
            throw new IOException("it ended with code " + code);
        }
    }

    private static BufferedReader reader(String file) throws IOException {
        return new BufferedReader(new InputStreamReader(new FileInputStream(file), StandardCharsets.UTF_8));
    }

    /** A method without parameters, or a setter, by its name, wherever in the hierarchy it is. */
    static Method find(Class<?> type, String name) {
        int parameters = name.startsWith("set") && !name.equals("setupProperties") ? 1 : 0;
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Method method : each.getDeclaredMethods()) {
                int count = method.getParameterTypes().length - (method.isVarArgs() ? 1 : 0);
                if (method.getName().equals(name) && count == parameters && !method.isBridge()) {
                    method.setAccessible(true);
                    return method;
                }
            }
        }
        return null;
    }

    static Object get(Object object, String name) throws Exception {
        Method method = find(object.getClass(), name);
        if (method == null) {
            throw new NoSuchMethodException(object.getClass().getName() + "." + name);
        }
        if (method.isVarArgs()) {
            return method.invoke(object, Array.newInstance(method.getParameterTypes()[0].getComponentType(), 0));
        }
        return method.invoke(object);
    }

    private static void set(Object object, String name, Object value) throws Exception {
        Method method = find(object.getClass(), name);
        if (method != null) {
            method.invoke(object, value);
        }
    }

    private static void complain(String what, Throwable problem) {
        while (problem instanceof java.lang.reflect.InvocationTargetException && problem.getCause() != null) {
            problem = problem.getCause();
        }
        System.err.println("tamis: " + what + ": " + problem);
        try (Writer out = new OutputStreamWriter(new FileOutputStream(folder + File.separator + "lost", true), StandardCharsets.UTF_8)) {
            out.write(what + ": " + problem + "\n");
        } catch (Throwable lost) {
            // It has been said.
        }
    }
}
