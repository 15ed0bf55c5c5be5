package shop.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.StringReader;
import java.util.Iterator;
import org.junit.jupiter.api.Test;

class CsvReaderTest {
    @Test
    void cellsAreTrimmedAndMayBeQuoted() {
        assertArrayEquals(new String[] {"a", "b, c", "d"}, CsvReader.split("a , \"b, c\" ,d"));
        assertArrayEquals(new String[] {"a", ""}, CsvReader.split("a, # a comment"));
        assertArrayEquals(new String[] {"# 1"}, CsvReader.split("\"# 1\""));
    }

    @Test
    void blankLinesAndCommentsAreLeftOut() {
        try (CsvReader reader = new CsvReader(new StringReader("# head\n\na,b\n  \nc\n"))) {
            Iterator<String[]> rows = reader.iterator();
            assertEquals(2, rows.next().length);
            assertEquals("c", rows.next()[0]);
            assertEquals(5, reader.line());
        }
    }
}
