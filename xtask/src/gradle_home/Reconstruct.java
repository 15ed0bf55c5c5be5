import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * Makes a folder that starts like a Gradle out of the published jar of its API: RELEASE API_JAR LIBRARIES CLASSES HOME.
 *
 * <p>That jar has all classes of Gradle and of the libraries that it uses, the libraries under another name. Here they get
 * their names back, and all goes into one jar, which stands in the place of a module that is loaded everywhere. The other
 * modules and libraries, which Gradle looks for by the names of their jars, are jars without classes.
 */
public class Reconstruct {
    private static final String PREFIX = "org/gradle/internal/impldep/";
    private static final String ALL = "gradle-base-services";
    private static final String COMPILING = "gradle-java-compiler-plugin";
    private static final String LISTING = "-classpath.properties";

    /** Libraries that have jars of their own: tests and scripts see them too. */
    private static final String[] APART = {
        "groovy/", "groovyjarjar", "org/codehaus/groovy/", "org/apache/groovy/", "kotlin/", "org/apache/tools/ant/",
        "org/junit/", "junit/", "org/testng/", "org/hamcrest/", "org/opentest4j/", "com/beust/", "bsh/",
    };

    /** Modules that are looked for, and are not in the jar of the API. */
    private static final String[] MISSING = {
        "gradle-installation-beacon", COMPILING, "gradle-instrumentation-declarations", "gradle-instrumentation-agent",
        "gradle-kotlin-dsl", "gradle-kotlin-dsl-provider-plugins", "gradle-kotlin-dsl-tooling-builders",
    };

    private static final Remapper NAMES = new Remapper() {
        @Override
        public String map(String name) {
            return name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
        }

        @Override
        public Object mapValue(Object value) {
            return value instanceof String ? plain((String) value) : super.mapValue(value);
        }
    };

    public static void main(String[] words) throws IOException {
        String release = words[0];
        Path home = Path.of(words[4]);
        Path lib = home.resolve("lib");
        // Without it, Gradle does not take the folder above for its home.
        Files.createDirectories(lib.resolve("plugins"));
        Map<String, byte[]> modules = new TreeMap<>();
        try (ZipFile api = new ZipFile(words[1]); ZipOutputStream out = jar(lib, ALL + "-" + release + ".jar", "")) {
            copy(api, out, modules);
            put(out, ALL + LISTING, modules.get(ALL));
        }
        addModules(release, modules, Path.of(words[3]), lib);
        addLibraries(modules, Path.of(words[2]), lib);
        addCommand(release, home);
    }

    private static void copy(ZipFile api, ZipOutputStream out, Map<String, byte[]> modules) throws IOException {
        Map<String, ByteArrayOutputStream> services = new TreeMap<>();
        Set<String> seen = new HashSet<>();
        for (ZipEntry entry : Collections.list(api.entries())) {
            String name = plain(entry.getName());
            if (entry.isDirectory() || isLeftOut(name)) {
                continue;
            }
            byte[] bytes = api.getInputStream(entry).readAllBytes();
            if (name.endsWith(LISTING) && name.indexOf('/') < 0) {
                modules.put(name.substring(0, name.length() - LISTING.length()), bytes);
            } else if (name.startsWith("META-INF/services/")) {
                String text = plain(new String(bytes, StandardCharsets.UTF_8)) + "\n";
                services.computeIfAbsent(name, key -> new ByteArrayOutputStream()).writeBytes(text.getBytes(StandardCharsets.UTF_8));
            } else if (seen.add(name)) {
                put(out, name, name.endsWith(".class") ? renamed(bytes) : bytes);
            }
        }
        for (Map.Entry<String, ByteArrayOutputStream> service : services.entrySet()) {
            put(out, service.getKey(), service.getValue().toByteArray());
        }
        // All plugins are in this jar, so no module has to be loaded for them.
        for (String list : new String[] {"gradle-plugins.properties", "gradle-implementation-plugins.properties"}) {
            if (seen.add(list)) {
                put(out, list, "plugins=\n".getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private static void addModules(String release, Map<String, byte[]> modules, Path classes, Path lib) throws IOException {
        Set<String> names = new TreeSet<>(modules.keySet());
        names.addAll(Arrays.asList(MISSING));
        names.addAll(listed(modules, "projects"));
        names.addAll(listed(modules, "optional"));
        names.remove(ALL);
        for (String name : names) {
            // A daemon is started with the jar of the launcher only.
            String beside = name.equals("gradle-launcher") ? ALL + "-" + release + ".jar" : "";
            try (ZipOutputStream out = jar(lib, name + "-" + release + ".jar", beside)) {
                put(out, name + LISTING, modules.getOrDefault(name, new byte[0]));
                if (name.equals(COMPILING)) {
                    putAll(out, classes);
                }
            }
        }
    }

    private static void addLibraries(Map<String, byte[]> modules, Path libraries, Path lib) throws IOException {
        for (String name : listed(modules, "runtime")) {
            jar(lib, name, "").close();
        }
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(libraries, "*.jar")) {
            for (Path jar : jars) {
                Files.copy(jar, lib.resolve(jar.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private static void addCommand(String release, Path home) throws IOException {
        Path command = Files.createDirectories(home.resolve("bin")).resolve("gradle");
        // The agent of Gradle is in no published jar.
        Files.writeString(command, "#!/bin/sh\n"
            + "home=$(cd \"$(dirname \"$(readlink -f \"$0\")\")/..\" && pwd)\n"
            + "exec \"${JAVA_HOME:+$JAVA_HOME/bin/}java\" -cp \"$home/lib/gradle-launcher-" + release + ".jar\" \\\n"
            + "    -Dorg.gradle.appname=gradle -Dorg.gradle.internal.instrumentation.agent=false \\\n"
            + "    org.gradle.launcher.GradleMain \"$@\"\n");
        if (!command.toFile().setExecutable(true)) {
            throw new IOException("cannot make `" + command + "` a command");
        }
    }

    private static Set<String> listed(Map<String, byte[]> modules, String key) throws IOException {
        Set<String> names = new TreeSet<>();
        for (byte[] bytes : modules.values()) {
            Properties properties = new Properties();
            properties.load(new ByteArrayInputStream(bytes));
            names.addAll(Arrays.asList(properties.getProperty(key, "").trim().split(",")));
        }
        names.remove("");
        return names;
    }

    private static boolean isLeftOut(String name) {
        return name.equals("META-INF/MANIFEST.MF") || name.contains("gradle-runtime-shaded") || name.endsWith("module-info.class")
            || name.matches("META-INF/[^/]*\\.(SF|RSA|DSA)") || name.startsWith("META-INF/versions/")
            || Arrays.stream(APART).anyMatch(name::startsWith);
    }

    private static String plain(String text) {
        return text.replace(PREFIX, "").replace(PREFIX.replace('/', '.'), "");
    }

    private static byte[] renamed(byte[] bytes) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(bytes).accept(new ClassRemapper(writer, NAMES), 0);
        return writer.toByteArray();
    }

    private static ZipOutputStream jar(Path lib, String name, String beside) throws IOException {
        ZipOutputStream out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(lib.resolve(name))));
        out.setLevel(1);
        put(out, "META-INF/MANIFEST.MF", ("Manifest-Version: 1.0\nClass-Path: " + beside + "\n").getBytes(StandardCharsets.UTF_8));
        return out;
    }

    private static void putAll(ZipOutputStream out, Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                put(out, folder.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
    }

    private static void put(ZipOutputStream out, String name, byte[] bytes) throws IOException {
        out.putNextEntry(new ZipEntry(name));
        out.write(bytes);
        out.closeEntry();
    }
}
