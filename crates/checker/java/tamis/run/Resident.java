package tamis.run;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compiles programs and runs their tests, one program after the other, each in a class loader of its own. Requests come
 * from a file: standard input by the name that it has there, since to read it as such is noticed by an agent in this
 * machine. Answers go to standard output, and what programs print goes elsewhere.
 */
public final class Resident {
    private static final int COMPILE = 1;
    private static final int RUN = 2;

    private final DataInputStream requests;
    private final DataOutputStream answers;
    private final Object core;
    private final Method run;
    private final Method failures;
    private MemoryCompiler compiler;

    private Resident(DataInputStream requests, DataOutputStream answers) throws Exception {
        this.requests = requests;
        this.answers = answers;
        Class<?> coreType = Class.forName("org.junit.runner.JUnitCore");
        core = coreType.getConstructor().newInstance();
        run = coreType.getMethod("run", Class[].class);
        failures = Class.forName("org.junit.runner.Result").getMethod("getFailures");
    }

    public static void main(String[] words) throws Exception {
        DataInputStream requests = new DataInputStream(new BufferedInputStream(new FileInputStream(words[0]), 1 << 16));
        DataOutputStream answers =
                new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16));
        System.setOut(System.err);
        Resident resident = new Resident(requests, answers);
        answers.writeByte(0);
        answers.flush();
        int request = requests.read();
        while (request >= 0) {
            if (request == COMPILE) {
                resident.compile();
            } else if (request == RUN) {
                resident.runTests();
            }
            answers.flush();
            request = requests.read();
        }
    }

    /** Jar, class path, sources, tests, resources, library; the answer is empty, or what the compiler says. */
    private void compile() throws IOException {
        String jar = text();
        String classPath = text();
        Map<String, String> sources = files();
        List<MemoryCompiler.TestSource> tests = tests();
        Map<String, String> resources = files();
        MemoryCompiler.Library library = library();
        if (compiler == null) {
            compiler = new MemoryCompiler(classPath);
        }
        answer(compiler.compile(sources, tests, resources, library, jar));
    }

    /** Jar, whether states are wanted, names of tests; for each test how it ended, and the state. */
    private void runTests() throws Exception {
        URL jar = Paths.get(text()).toUri().toURL();
        boolean wantsStates = requests.readBoolean();
        int count = requests.readInt();
        List<String> tests = new ArrayList<String>();
        for (int each = 0; each < count; each++) {
            tests.add(text());
        }
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar}, Resident.class.getClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            for (String test : tests) {
                runTest(loader, test, wantsStates);
            }
        } finally {
            Thread.currentThread().setContextClassLoader(Resident.class.getClassLoader());
        }
    }

    private void runTest(ClassLoader loader, String name, boolean wantsStates) throws IOException {
        String failure;
        String state = "";
        try {
            Class<?> test = Class.forName(name, false, loader);
            failure = outcome(run.invoke(core, new Object[] {new Class<?>[] {test}}));
            if (wantsStates) {
                state = Snapshot.of(test);
            }
        } catch (Throwable thrown) {
            failure = Signature.of(thrown);
        }
        answer(failure);
        answer(state);
    }

    /** Empty if all went well, else the first failure. */
    private String outcome(Object result) throws ReflectiveOperationException {
        List<?> failed = (List<?>) failures.invoke(result);
        if (failed.isEmpty()) {
            return "";
        }
        Object first = failed.get(0);
        return Signature.of((Throwable) first.getClass().getMethod("getException").invoke(first));
    }

    private Map<String, String> files() throws IOException {
        int count = requests.readInt();
        Map<String, String> files = new LinkedHashMap<String, String>();
        for (int each = 0; each < count; each++) {
            String path = text();
            files.put(path, text());
        }
        return files;
    }

    /** Tests, each with what it sees of the sources. */
    private List<MemoryCompiler.TestSource> tests() throws IOException {
        String[] seen = new String[requests.readInt()];
        for (int each = 0; each < seen.length; each++) {
            seen[each] = text();
        }
        int count = requests.readInt();
        List<MemoryCompiler.TestSource> tests = new ArrayList<MemoryCompiler.TestSource>();
        for (int each = 0; each < count; each++) {
            String path = text();
            String text = text();
            tests.add(new MemoryCompiler.TestSource(path, text, seen[requests.readInt()]));
        }
        return tests;
    }

    /** The file and the classes of the library; nothing if there is none. */
    private MemoryCompiler.Library library() throws IOException {
        String file = text();
        int count = requests.readInt();
        List<String> classes = new ArrayList<String>();
        for (int each = 0; each < count; each++) {
            classes.add(text());
        }
        return file.isEmpty() ? null : new MemoryCompiler.Library(file, classes);
    }

    private String text() throws IOException {
        byte[] bytes = new byte[requests.readInt()];
        requests.readFully(bytes);
        return new String(bytes, "UTF-8");
    }

    private void answer(String text) throws IOException {
        byte[] bytes = text.getBytes("UTF-8");
        answers.writeInt(bytes.length);
        answers.write(bytes);
    }
}
