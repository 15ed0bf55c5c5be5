package shop.io;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import shop.Catalog;
import shop.Category;
import shop.Currency;

class PriceImportTest {
    private static final int ROWS = 40_000;

    private Path file;

    @BeforeEach
    void open() throws IOException {
        file = Files.createTempFile("prices", ".csv");
    }

    @AfterEach
    void tidy() throws IOException {
        Files.delete(file);
    }

    @Test
    void aLargePriceListIsReadToItsEnd() throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int i = 0; i < ROWS; i++) {
                Category category = Category.values()[i % Category.values().length];
                out.write("N-" + i + ", \"Thing, number " + i + "\", " + category + ", " + i % 90 + ".25, 120\n");
            }
        }
        try (Reader in = Files.newBufferedReader(file)) {
            Catalog catalog = new CatalogLoader(Currency.JPY).load(in);
            assertEquals("Thing, number 39999", catalog.find("N-39999").get().name());
            assertEquals(ROWS / 4, catalog.byCategory().get(Category.BOOK).size());
        }
    }
}
