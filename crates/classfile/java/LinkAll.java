import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Loads and links classes without initialising them, so that the verifier sees each. Prints a line for each class that
 * fails, {@code error <kind> <place> <class>}, and at the end how many were tried.
 *
 * <ul>
 *   <li>{@code modules FILE}: classes of the running JDK; the file has lines {@code <module> <class>}.
 *   <li>{@code folders DIR}: classes in the folders of a directory. A class that is in several folders is linked once
 *       for each, all other classes being the same.
 *   <li>{@code unpack FROM TO}: no linking; writes the classes of each jar of a directory to a folder of its own.
 * </ul>
 */
public final class LinkAll {
    private int tried;

    private LinkAll() {}

    public static void main(String[] arguments) throws IOException {
        LinkAll all = new LinkAll();
        switch (arguments[0]) {
            case "modules": all.modules(Path.of(arguments[1])); break;
            case "folders": all.folders(Path.of(arguments[1])); break;
            case "unpack": unpack(Path.of(arguments[1]), Path.of(arguments[2])); return;
            default: throw new IllegalArgumentException(arguments[0]);
        }
        System.out.println("tried " + all.tried);
        // Classes of the JDK that were linked may have started threads of their own.
        System.exit(0);
    }

    private interface Load {
        Class<?> load() throws Exception;
    }

    private void link(String place, String name, Load load) {
        tried++;
        try {
            // Asking for the members links the class, and does not initialise it.
            load.load().getDeclaredFields();
        } catch (Throwable e) {
            System.out.println("error " + e.getClass().getName() + " " + place + " " + name);
            if (e instanceof VerifyError) System.err.println(e.getMessage());
        }
    }

    private void modules(Path list) throws IOException {
        for (String line : Files.readAllLines(list)) {
            String[] words = line.split(" ");
            Module module = ModuleLayer.boot().findModule(words[0]).orElse(null);
            if (module != null) link(words[0], words[1], () -> Class.forName(module, words[1]));
        }
    }

    private void folders(Path directory) throws IOException {
        Map<String, List<Path>> copies = new HashMap<>();
        List<Path> folders;
        try (Stream<Path> list = Files.list(directory)) {
            folders = list.sorted().toList();
        }
        for (Path folder : folders) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(file -> file.toString().endsWith(".class")).sorted().forEach(file -> {
                    String name = folder.relativize(file).toString();
                    name = name.substring(0, name.length() - 6).replace(file.getFileSystem().getSeparator(), ".");
                    copies.computeIfAbsent(name, any -> new ArrayList<>()).add(file);
                });
            }
        }
        int most = copies.values().stream().mapToInt(List::size).max().orElse(0);
        for (int round = 0; round < most; round++) {
            Folders loader = new Folders(copies, round);
            for (String name : copies.keySet().stream().sorted().toList()) {
                if (copies.get(name).size() <= round) continue;
                String place = directory.relativize(copies.get(name).get(round)).getName(0).toString();
                link(place, name, () -> Class.forName(name, false, loader));
            }
        }
    }

    /** Defines the given copy of each class, or the first if there are not so many. */
    private static final class Folders extends ClassLoader {
        private final Map<String, List<Path>> copies;
        private final int round;

        Folders(Map<String, List<Path>> copies, int round) {
            super(ClassLoader.getPlatformClassLoader());
            this.copies = copies;
            this.round = round;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                List<Path> files = copies.get(name);
                if (loaded != null) return loaded;
                if (files == null || name.startsWith("java.")) return super.loadClass(name, resolve);
                try {
                    byte[] bytes = Files.readAllBytes(files.get(round < files.size() ? round : 0));
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        }
    }

    private static void unpack(Path from, Path to) throws IOException {
        List<Path> jars;
        try (Stream<Path> files = Files.walk(from)) {
            jars = files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
        }
        for (Path jar : jars) {
            Path folder = to.resolve(from.relativize(jar).toString().replace(from.getFileSystem().getSeparator(), "_"));
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
                    ZipEntry entry = entries.nextElement();
                    Path target = folder.resolve(entry.getName()).normalize();
                    // Classes for newer versions have the names of those they replace; they would shadow each other.
                    boolean wanted = entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF/");
                    if (!wanted || entry.getName().endsWith("-info.class") || !target.startsWith(folder)) continue;
                    Files.createDirectories(target.getParent());
                    try (InputStream in = zip.getInputStream(entry)) {
                        Files.write(target, in.readAllBytes());
                    }
                }
            }
        }
    }
}
