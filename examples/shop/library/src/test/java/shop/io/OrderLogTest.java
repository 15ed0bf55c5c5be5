package shop.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import shop.Cart;
import shop.Goods;
import shop.Order;

class OrderLogTest {
    private Path file;

    @BeforeEach
    void open() throws IOException {
        file = Files.createTempFile("orders", ".log");
    }

    @AfterEach
    void tidy() throws IOException {
        Files.delete(file);
    }

    @Test
    void anEmptyShopHasAnEmptyLog() throws IOException {
        assertTrue(new OrderLog(file).numbers().isEmpty());
    }

    @Test
    void everyOrderIsOnTheDisk() throws IOException {
        List<Integer> numbers = new ArrayList<>();
        OrderLog log = new OrderLog(file);
        for (int i = 0; i < 100; i++) {
            Order order = new Order(new Cart().add(Goods.BREAD, 1 + i));
            log.append(order);
            numbers.add(order.number());
        }
        assertEquals(numbers, new OrderLog(file).numbers());
        assertEquals(100, Files.readAllLines(file).size());
    }
}
