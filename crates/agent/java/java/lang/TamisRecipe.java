package java.lang;

import java.io.File;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes down what Maven does on its way to the tests: which mojos run in which project, how javac is called, which class
 * path the tests get besides their own. From that, `tamis test` can do the same without Maven, or tell that it cannot. Nothing
 * here throws: what could not be written is missing, and then Maven is needed.
 */
public final class TamisRecipe {
    /** The file; set when the folder of the build is known. */
    private static volatile File file;

    /** Projects of which everything was said that does not change while they are built. */
    private static final Set<String> KNOWN = new HashSet<>();

    /** The mojo that a thread runs: the file of its project, its goal and its execution. */
    private static final ThreadLocal<String[]> CURRENT = new ThreadLocal<>();

    private TamisRecipe() {}

    static void start(String folder) {
        file = new File(folder, "recipe");
    }

    /** A mojo is about to run. */
    public static void mojo(Object session, Object execution) {
        if (file == null) {
            return;
        }
        try {
            describe(session, execution);
        } catch (Throwable problem) {
            broken("mojo", problem);
        }
    }

    /** A mojo has ended, and not by an exception. */
    public static void done(Object session, Object execution) {
        if (file == null) {
            return;
        }
        try {
            StringBuilder out = new StringBuilder();
            Object project = TamisBuild.get(session, "getCurrentProject");
            line(out, "done", TamisBuild.get(project, "getFile"), TamisBuild.get(execution, "getArtifactId"),
                    TamisBuild.get(execution, "getGoal"), TamisBuild.get(execution, "getExecutionId"));
            append(out);
        } catch (Throwable problem) {
            broken("done", problem);
        }
    }

    private static void describe(Object session, Object execution) throws Exception {
        Object project = TamisBuild.get(session, "getCurrentProject");
        String pom = String.valueOf(TamisBuild.get(project, "getFile"));
        String goal = String.valueOf(TamisBuild.get(execution, "getGoal"));
        Object id = TamisBuild.get(execution, "getExecutionId");
        CURRENT.set(new String[] {pom, goal, String.valueOf(id)});
        StringBuilder out = new StringBuilder();
        boolean isFirst;
        boolean isNew;
        synchronized (KNOWN) {
            isFirst = KNOWN.isEmpty();
            isNew = KNOWN.add(pom);
        }
        if (isFirst) {
            session(out, session);
        }
        if (isNew) {
            project(out, project, pom);
        }
        String artifact = String.valueOf(TamisBuild.get(execution, "getArtifactId"));
        line(out, "mojo", pom, TamisBuild.get(execution, "getGroupId"), artifact, TamisBuild.get(execution, "getVersion"), goal, id,
                TamisBuild.get(execution, "getLifecyclePhase"));
        if (artifact.equals("maven-antrun-plugin")) {
            line(out, "ant", pom, TamisBuild.get(execution, "getConfiguration"));
        } else {
            parameters(out, session, project, execution, new Object[] {pom, artifact, goal});
        }
        if (artifact.equals("maven-resources-plugin")) {
            boolean isTest = goal.equals("testResources");
            for (Object each : (List<?>) TamisBuild.get(project, isTest ? "getTestResources" : "getResources")) {
                line(out, "resource", pom, isTest ? "test" : "main", TamisBuild.get(each, "getFiltering"),
                        TamisBuild.get(each, "getDirectory"), TamisBuild.get(each, "getTargetPath"));
                lines(out, "resource-include", pom, (List<?>) TamisBuild.get(each, "getIncludes"));
                lines(out, "resource-exclude", pom, (List<?>) TamisBuild.get(each, "getExcludes"));
            }
        }
        if (artifact.equals("maven-compiler-plugin")) {
            boolean isTest = goal.equals("testCompile");
            lines(out, isTest ? "test-root" : "main-root", pom,
                    (List<?>) TamisBuild.get(project, isTest ? "getTestCompileSourceRoots" : "getCompileSourceRoots"));
        }
        append(out);
    }

    /** What a pom or a property says of how a mojo works; what is as it is if nobody says anything is left out. */
    private static void parameters(StringBuilder out, Object session, Object project, Object execution, Object[] mojo) throws Exception {
        Object configuration = TamisBuild.get(execution, "getConfiguration");
        if (configuration == null) {
            return;
        }
        Map<?, ?>[] properties = {
            (Map<?, ?>) TamisBuild.get(session, "getUserProperties"),
            (Map<?, ?>) TamisBuild.get(project, "getProperties"),
            (Map<?, ?>) TamisBuild.get(session, "getSystemProperties"),
        };
        Method attribute = configuration.getClass().getMethod("getAttribute", String.class);
        for (Object child : (Object[]) TamisBuild.get(configuration, "getChildren")) {
            Object value = TamisBuild.get(child, "getValue");
            boolean isPlain = ((Object[]) TamisBuild.get(child, "getChildren")).length == 0;
            String text = isPlain ? (value == null ? "" : value.toString().trim()) : child.toString();
            // The name of a property by which it can be set.
            if (isPlain && text.startsWith("${") && text.indexOf('}') == text.length() - 1) {
                text = property(properties, text.substring(2, text.length() - 1));
            }
            if (text != null && !text.isEmpty() && !text.equals(attribute.invoke(child, "default-value"))) {
                line(out, "parameter", mojo[0], mojo[1], mojo[2], TamisBuild.get(child, "getName"), text);
            }
        }
    }

    private static String property(Map<?, ?>[] properties, String name) {
        for (Map<?, ?> each : properties) {
            Object value = each.get(name);
            if (value != null) {
                return value.toString().trim();
            }
        }
        return null;
    }

    private static void session(StringBuilder out, Object session) throws Exception {
        Object request = TamisBuild.get(session, "getRequest");
        for (String getter : new String[] {
            "getUserSettingsFile", "getGlobalSettingsFile", "getUserToolchainsFile", "getGlobalToolchainsFile",
        }) {
            if (TamisBuild.find(request.getClass(), getter) != null) {
                line(out, "settings", TamisBuild.get(request, getter));
            }
        }
        line(out, "repository", TamisBuild.get(TamisBuild.get(session, "getLocalRepository"), "getBasedir"));
        line(out, "maven-home", System.getProperty("maven.home"));
        line(out, "java-home", System.getProperty("java.home"));
        for (Object project : (List<?>) TamisBuild.get(session, "getProjects")) {
            line(out, "reactor", TamisBuild.get(project, "getFile"));
        }
    }

    private static void project(StringBuilder out, Object project, String pom) throws Exception {
        Object build = TamisBuild.get(project, "getBuild");
        line(out, "project", pom, TamisBuild.get(project, "getGroupId"), TamisBuild.get(project, "getArtifactId"),
                TamisBuild.get(project, "getPackaging"), TamisBuild.get(build, "getOutputDirectory"),
                TamisBuild.get(build, "getTestOutputDirectory"), TamisBuild.get(build, "getDirectory"));
        if (!((Collection<?>) TamisBuild.get(build, "getExtensions")).isEmpty()) {
            line(out, "extensions", pom);
        }
        // Files with values that are put into resources.
        lines(out, "filter", pom, (List<?>) TamisBuild.get(build, "getFilters"));
        for (Object above = TamisBuild.get(project, "getParent"); above != null; above = TamisBuild.get(above, "getParent")) {
            line(out, "parent", pom, TamisBuild.get(above, "getGroupId"), TamisBuild.get(above, "getArtifactId"),
                    TamisBuild.get(above, "getVersion"), TamisBuild.get(above, "getFile"));
        }
    }

    /** A compiler is about to be made: its words, and what it compiles. */
    public static void compiles(Object options, Object units) {
        String[] current = CURRENT.get();
        if (file == null || current == null) {
            return;
        }
        try {
            StringBuilder out = new StringBuilder();
            line(out, "compile", current[0], current[1], current[2]);
            for (Object option : (Iterable<?>) options) {
                line(out, "option", current[0], current[1], option);
            }
            for (Object unit : (Iterable<?>) units) {
                // Its class is hidden in the module of the compiler; this text has the path in brackets.
                line(out, "unit", current[0], current[1], unit);
            }
            append(out);
        } catch (Throwable problem) {
            broken("compile", problem);
        }
    }

    /** The test mojo has worked out how its machine starts. */
    public static void starts(Object mojo, Object startup) {
        if (file == null) {
            return;
        }
        try {
            StringBuilder out = new StringBuilder();
            String pom = String.valueOf(TamisBuild.get(TamisBuild.get(mojo, "getProject"), "getFile"));
            Object classPath = TamisBuild.get(startup, "getClasspathConfiguration");
            line(out, "provider", pom, mojo.getClass().getName(), TamisBuild.get(startup, "getProviderClassName"),
                    classPath.getClass().getSimpleName());
            Object provider = TamisBuild.get(classPath, "getProviderClasspath");
            lines(out, "provider-path", pom, (Iterable<?>) TamisBuild.get(provider, "getClassPath"));
            append(out);
        } catch (Throwable problem) {
            broken("provider", problem);
        }
    }

    /** The text with the values that the project has by now, as the mojo puts them in. */
    static String evaluated(Object project, String text) throws Exception {
        Map<?, ?> properties = (Map<?, ?>) TamisBuild.get(TamisBuild.get(project, "getModel"), "getProperties");
        String evaluated = text;
        for (Map.Entry<?, ?> each : properties.entrySet()) {
            evaluated = evaluated.replace("@{" + each.getKey() + "}", String.valueOf(each.getValue()));
        }
        return evaluated.replaceAll("@\\{[^}]*}", "");
    }

    private static void lines(StringBuilder out, String key, String pom, Iterable<?> values) {
        if (values != null) {
            for (Object value : values) {
                line(out, key, pom, value);
            }
        }
    }

    private static void line(StringBuilder out, Object... words) {
        for (int place = 0; place < words.length; place++) {
            String text = words[place] == null ? "" : words[place].toString();
            text = text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t");
            out.append(place == 0 ? "" : "\t").append(text);
        }
        out.append('\n');
    }

    /** One write, so that lines of modules that are built at the same time do not mix. */
    private static void append(StringBuilder out) throws Exception {
        byte[] bytes = out.toString().getBytes(StandardCharsets.UTF_8);
        synchronized (KNOWN) {
            try (OutputStream stream = new FileOutputStream(file, true)) {
                stream.write(bytes);
            }
        }
    }

    private static void broken(String what, Throwable problem) {
        try {
            StringBuilder out = new StringBuilder();
            line(out, "broken", what, problem);
            append(out);
        } catch (Throwable lost) {
            // Then the file is not whole, or is not there at all.
        }
    }
}
