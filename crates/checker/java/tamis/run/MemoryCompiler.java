package tamis.run;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** The JDK's compiler, from texts to a jar. Classes of tests are kept, since most edits leave most of them as they are. */
final class MemoryCompiler {
    private static final List<String> OPTIONS = Arrays.asList("-proc:none", "-nowarn", "-Xlint:none", "-g:source,lines");

    /** So many tests are kept: those of some programs. */
    private static final int MOST_KEPT = 8192;

    private final JavaCompiler compiler;
    private final StandardJavaFileManager files;
    private final Map<String, Kept> kept = new Recent();
    /** The jar of the library of the last program, if it has one. */
    private File written;

    MemoryCompiler(String classPath) throws IOException {
        compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IOException("this is no JDK: it has no compiler");
        }
        files = compiler.getStandardFileManager(null, null, null);
        List<File> roots = new ArrayList<File>();
        for (String root : classPath.split(File.pathSeparator)) {
            roots.add(new File(root));
        }
        files.setLocation(StandardLocation.CLASS_PATH, roots);
    }

    /**
     * Compiles sources and tests, and writes classes and resources to a jar, those of a library to one beside it; empty if
     * that went well, else the first error. A test comes with all that it sees of the sources: as long as that is the
     * same, so is its class.
     */
    String compile(
            Map<String, String> sources,
            List<TestSource> tests,
            Map<String, String> resources,
            Library library,
            String jar)
            throws IOException {
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<JavaFileObject>();
        List<JavaFileObject> units = new ArrayList<JavaFileObject>();
        for (Map.Entry<String, String> source : sources.entrySet()) {
            units.add(new Source(source.getKey(), source.getValue()));
        }
        Map<String, byte[]> entries = new TreeMap<String, byte[]>();
        List<TestSource> compiled = new ArrayList<TestSource>();
        for (TestSource test : tests) {
            Kept known = kept.get(test.key());
            if (known != null && known.text.equals(test.text)) {
                entries.put(test.entry(), known.bytes);
            } else {
                compiled.add(test);
                units.add(new Source(test.path, test.text));
            }
        }
        Outputs outputs = new Outputs(files);
        boolean isDone = compiler.getTask(null, outputs, diagnostics, OPTIONS, null, units).call().booleanValue();
        if (!isDone) {
            return firstError(diagnostics);
        }
        for (Map.Entry<String, Output> output : outputs.classes.entrySet()) {
            entries.put(output.getKey().replace('.', '/') + ".class", output.getValue().bytes.toByteArray());
        }
        for (TestSource test : compiled) {
            kept.put(test.key(), new Kept(test.text, entries.get(test.entry())));
        }
        for (Map.Entry<String, String> resource : resources.entrySet()) {
            entries.put(resource.getKey(), resource.getValue().getBytes("UTF-8"));
        }
        File before = written;
        written = null;
        if (library != null) {
            Map<String, byte[]> own = library.takeFrom(entries);
            written = new File(new File(jar).getParentFile(), library.file);
            write(own, written.getPath());
            entries.put("META-INF/MANIFEST.MF", library.manifest());
        }
        if (before != null && !before.equals(written)) {
            // A build has one release of a library; if the file is gone already, the more so.
            before.delete();
        }
        write(entries, jar);
        return "";
    }

    private static String firstError(DiagnosticCollector<JavaFileObject> diagnostics) {
        for (Diagnostic<? extends JavaFileObject> each : diagnostics.getDiagnostics()) {
            if (each.getKind() == Diagnostic.Kind.ERROR) {
                String source = each.getSource() == null ? "" : each.getSource().getName();
                return source + ":" + each.getLineNumber() + ": " + each.getMessage(null);
            }
        }
        return "the compiler does not say why";
    }

    /** A jar without compression and without times: equal entries give equal bytes. */
    private static void write(Map<String, byte[]> entries, String jar) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(new FileOutputStream(jar))) {
            zip.setMethod(ZipOutputStream.STORED);
            for (Map.Entry<String, byte[]> each : entries.entrySet()) {
                byte[] bytes = each.getValue();
                CRC32 sum = new CRC32();
                sum.update(bytes);
                ZipEntry entry = new ZipEntry(each.getKey());
                entry.setTime(0);
                entry.setSize(bytes.length);
                entry.setCompressedSize(bytes.length);
                entry.setCrc(sum.getValue());
                zip.putNextEntry(entry);
                zip.write(bytes);
                zip.closeEntry();
            }
        }
    }

    /** A test, which is one class. */
    static final class TestSource {
        private final String path;
        private final String text;
        private final String seen;

        TestSource(String path, String text, String seen) {
            this.path = path;
            this.text = text;
            this.seen = seen;
        }

        private String key() {
            return path + '\n' + seen;
        }

        private String entry() {
            return path.substring(0, path.length() - ".java".length()) + ".class";
        }
    }

    /** A jar beside the one of a program, which names it. */
    static final class Library {
        private final String file;
        private final List<String> classes;

        Library(String file, List<String> classes) {
            this.file = file;
            this.classes = classes;
        }

        private Map<String, byte[]> takeFrom(Map<String, byte[]> entries) {
            Map<String, byte[]> own = new TreeMap<String, byte[]>();
            for (String name : classes) {
                String entry = name.replace('.', '/') + ".class";
                byte[] bytes = entries.remove(entry);
                if (bytes != null) {
                    own.put(entry, bytes);
                }
            }
            return own;
        }

        private byte[] manifest() throws IOException {
            return ("Manifest-Version: 1.0\r\nClass-Path: " + file + "\r\n\r\n").getBytes("UTF-8");
        }
    }

    private static final class Kept {
        private final String text;
        private final byte[] bytes;

        Kept(String text, byte[] bytes) {
            this.text = text;
            this.bytes = bytes;
        }
    }

    /** Forgets what was not asked for in a long time. */
    private static final class Recent extends LinkedHashMap<String, Kept> {
        private static final long serialVersionUID = 1;

        Recent() {
            super(MOST_KEPT, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
            return size() > MOST_KEPT;
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String path, String text) {
            super(URI.create("memory:///" + path), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class Output extends SimpleJavaFileObject {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);

        Output(String name) {
            super(URI.create("memory:///" + name.replace('.', '/') + ".class"), Kind.CLASS);
        }

        @Override
        public OutputStream openOutputStream() {
            return bytes;
        }
    }

    /** Takes class files; nothing is looked up in it. */
    private static final class Outputs extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, Output> classes = Collections.synchronizedMap(new TreeMap<String, Output>());

        Outputs(JavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(Location at, String name, JavaFileObject.Kind kind, FileObject by) {
            Output output = new Output(name);
            classes.put(name, output);
            return output;
        }
    }
}
