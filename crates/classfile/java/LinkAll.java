import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Loads and links classes without initialising them, so that the verifier sees each. Prints lines of words between
 * tabs: {@code error <kind> <place> <class> <message>} for each class that fails, {@code done <place> <classes>} for each
 * place that was gone through, and at the end {@code tried <classes>}.
 *
 * <ul>
 *   <li>{@code modules FILE}: classes of the running JDK; the file has lines {@code <module> <class>}.
 *   <li>{@code packed INDEX FROM TO}: the classes of some of the groups in an index, see {@link Index}.
 * </ul>
 */
public final class LinkAll {
    private final AtomicInteger tried = new AtomicInteger();

    private LinkAll() {}

    public static void main(String[] arguments) throws Exception {
        LinkAll all = new LinkAll();
        switch (arguments[0]) {
            case "modules": all.modules(Path.of(arguments[1])); break;
            case "packed":
                Index index = new Index(Path.of(arguments[1]));
                int to = Integer.parseInt(arguments[3]);
                // Groups do not know each other: each has a loader of its own.
                IntStream groups = IntStream.range(Integer.parseInt(arguments[2]), to).parallel();
                groups.forEach(number -> all.packed(index, index.groups.get(number)));
                break;
            default: throw new IllegalArgumentException(arguments[0]);
        }
        say("tried", String.valueOf(all.tried));
        // Classes of the JDK that were linked may have started threads of their own.
        System.exit(0);
    }

    private interface Load {
        Class<?> load() throws Exception;
    }

    private void link(String place, String name, Load load) {
        tried.incrementAndGet();
        try {
            // Asking for the members links the class, and does not initialise it.
            load.load().getDeclaredFields();
        } catch (Throwable e) {
            String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("").replace('\t', ' ');
            say("error", e.getClass().getName(), place, name, message);
        }
    }

    private static void say(String... words) {
        System.out.println(String.join("\t", words));
    }

    private void modules(Path list) throws IOException {
        Map<String, Integer> counts = new HashMap<>();
        String last = null;
        for (String line : Files.readAllLines(list)) {
            String[] words = line.split("\t");
            if (last != null && !last.equals(words[0])) say("done", last, counts.get(last).toString());
            last = words[0];
            counts.merge(last, 1, Integer::sum);
            Module module = ModuleLayer.boot().findModule(words[0]).orElse(null);
            link(words[0], words[1], () -> {
                if (module == null) throw new ClassNotFoundException("the module is not in the boot layer");
                Class<?> found = Class.forName(module, words[1]);
                if (found == null) throw new ClassNotFoundException("the module does not have it");
                return found;
            });
        }
        if (last != null) say("done", last, counts.get(last).toString());
    }

    private void packed(Index index, Group group) {
        Loader loader = new Loader(index, group);
        for (String name : group.names) link(group.place, name, () -> loader.loadClass(name));
        say("done", group.place, String.valueOf(group.names.size()));
    }

    /** Where a class is. */
    private record Entry(Group group, FileChannel pack, long offset, int length) {
        byte[] read() throws IOException {
            ByteBuffer bytes = ByteBuffer.allocate(length);
            while (bytes.hasRemaining()) {
                if (pack.read(bytes, offset + bytes.position()) < 0) throw new EOFException();
            }
            return bytes.array();
        }
    }

    /** Classes that are linked by one loader: what a jar has for one release, say. */
    private record Group(String jar, String place, List<String> names) {}

    /**
     * The text that says where classes are. Its lines are {@code pack <file>}, for the groups that follow;
     * {@code group <jar> <place>}, for the classes that follow; {@code class <name> <offset> <length>}; and
     * {@code superclass <name>} for what some class extends.
     */
    private static final class Index {
        final List<Group> groups = new ArrayList<>();
        final Map<String, List<Entry>> entries = new HashMap<>();
        final Set<String> superclasses = new HashSet<>();

        Index(Path file) throws IOException {
            FileChannel pack = null;
            Group group = null;
            try (BufferedReader lines = Files.newBufferedReader(file)) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    String[] words = line.split("\t");
                    switch (words[0]) {
                        case "pack": pack = FileChannel.open(Path.of(words[1])); break;
                        case "group":
                            group = new Group(words[1], words[2], new ArrayList<>());
                            groups.add(group);
                            break;
                        case "class":
                            Entry entry = new Entry(group, pack, Long.parseLong(words[2]), Integer.parseInt(words[3]));
                            group.names.add(words[1]);
                            entries.computeIfAbsent(words[1], any -> new ArrayList<>(1)).add(entry);
                            break;
                        case "superclass": superclasses.add(words[1]); break;
                        default: throw new IOException("cannot read: " + line);
                    }
                }
            }
        }

        /** The class as this group sees it: its own, else that of its jar, else the first of all. */
        Entry find(Group from, String name) {
            Entry found = null;
            for (Entry entry : entries.getOrDefault(name, List.of())) {
                if (entry.group == from) return entry;
                boolean isCloser = isOf(entry, from.jar) && !isOf(found, from.jar);
                if (found == null || isCloser) found = entry;
            }
            return found;
        }

        private static boolean isOf(Entry entry, String jar) {
            return entry != null && entry.group.jar.equals(jar);
        }
    }

    /** Sees all groups, its own first. */
    private static final class Loader extends ClassLoader {
        private final Index index;
        private final Group group;

        Loader(Index index, Group group) {
            super(ClassLoader.getPlatformClassLoader());
            this.index = index;
            this.group = group;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded != null) return loaded;
                Entry entry = index.find(group, name);
                boolean isOwn = entry != null && entry.group == group;
                if (entry == null || (name.startsWith("java.") && !isOwn)) return super.loadClass(name, resolve);
                try {
                    byte[] bytes = entry.read();
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }

        /**
         * Makes up what no jar and no JDK has, so that classes can be linked that use what nobody has installed. The
         * verifier takes any object for an interface.
         */
        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.startsWith("java.")) throw new ClassNotFoundException(name);
            boolean isThrown = name.endsWith("Exception") || name.endsWith("Error") || name.endsWith("Throwable");
            boolean isInterface = !isThrown && !index.superclasses.contains(name);
            byte[] bytes = empty(name, isInterface, isThrown ? "java/lang/RuntimeException" : "java/lang/Object");
            return defineClass(name, bytes, 0, bytes.length);
        }

        /** A class file without members. */
        private static byte[] empty(String name, boolean isInterface, String superclass) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (DataOutputStream out = new DataOutputStream(bytes)) {
                out.writeLong(0xcafebabe_0000_0034L);
                out.writeShort(5);
                for (int index : new int[] {2, 4}) {
                    out.writeByte(7);
                    out.writeShort(index);
                    out.writeByte(1);
                    out.writeUTF(index == 2 ? name.replace('.', '/') : superclass);
                }
                // Public, and either an abstract interface or an ordinary class; then this, super, and nothing else.
                out.writeShort(isInterface ? 0x0601 : 0x0021);
                for (int number : new int[] {1, 3, 0, 0, 0, 0}) out.writeShort(number);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return bytes.toByteArray();
        }
    }
}
