package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import java.io.*;
import java.net.URL;
import java.nio.channels.*;
import java.nio.file.*;
import java.util.Scanner;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

class ATest {
    @Test void stream() throws Exception { try (InputStream in = new FileInputStream("data/stream.txt")) { in.read(); } }
    @Test void reader() throws Exception { try (Reader in = new FileReader("data/reader.txt")) { in.read(); } }
    @Test void random() throws Exception { try (RandomAccessFile in = new RandomAccessFile("data/random.txt", "r")) { in.read(); } }
    @Test void path() throws Exception { Files.readAllBytes(Path.of("data/path.txt")); }
    @Test void lines() throws Exception { try (Stream<String> lines = Files.lines(Path.of("data/lines.txt"))) { lines.count(); } }
    @Test void channel() throws Exception { try (FileChannel in = FileChannel.open(Path.of("data/channel.txt"))) { in.size(); } }
    @Test void mapped() throws Exception {
        try (FileChannel in = FileChannel.open(Path.of("data/mapped.txt"))) { in.map(FileChannel.MapMode.READ_ONLY, 0, 1).get(); }
    }
    @Test void asynchronous() throws Exception { AsynchronousFileChannel.open(Path.of("data/asynchronous.txt")).close(); }
    @Test void address() throws Exception { try (InputStream in = new URL("file:data/address.txt").openStream()) { in.read(); } }
    @Test void scanner() throws Exception { try (Scanner in = new Scanner(new File("data/scanner.txt"))) { in.hasNext(); } }
    @Test void zip() throws Exception { try (ZipFile zip = new ZipFile("data/plain.zip")) { zip.size(); } }
    @Test void zipFileSystem() throws Exception {
        try (FileSystem zip = FileSystems.newFileSystem(Path.of("data/mounted.zip"), (ClassLoader) null)) { Files.list(zip.getPath("/")).count(); }
    }
    @Test void link() throws Exception { Files.readAllBytes(Path.of("data/link.txt")); }
}
