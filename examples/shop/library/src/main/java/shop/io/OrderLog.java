package shop.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import shop.Order;

/** A line for each order, on the disk before the customer leaves. */
public class OrderLog {
    private final Path file;

    public OrderLog(Path file) {
        this.file = file;
    }

    public void append(Order order) throws IOException {
        String line = order.number() + "\t" + order.status() + "\t" + order.agreed() + "\n";
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            out.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
            out.force(true);
        }
    }

    /** The numbers of all orders, oldest first; none if there is no log yet. */
    public List<Integer> numbers() throws IOException {
        if (!Files.exists(file)) {
            return java.util.Collections.emptyList();
        }
        try (Stream<String> lines = Files.lines(file, StandardCharsets.UTF_8)) {
            return lines.map(line -> Integer.valueOf(line.split("\t")[0])).collect(Collectors.toList());
        }
    }
}
