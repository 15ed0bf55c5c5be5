package shop.io;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** Rows of comma-separated cells; a cell in double quotes may hold commas. */
public class CsvReader implements AutoCloseable, Iterable<String[]> {
    private final BufferedReader in;
    private int line;

    public CsvReader(Reader in) {
        this.in = new BufferedReader(in);
    }

    /** The number of the last line read, from one. */
    public int line() {
        return line;
    }

    @Override
    public Iterator<String[]> iterator() {
        return new Iterator<String[]>() {
            private String[] row = readRow();

            @Override
            public boolean hasNext() {
                return row != null;
            }

            @Override
            public String[] next() {
                if (row == null) {
                    throw new NoSuchElementException("after line " + line);
                }
                String[] current = row;
                row = readRow();
                return current;
            }
        };
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }

    private String[] readRow() {
        try {
            for (String text = in.readLine(); text != null; text = in.readLine()) {
                line++;
                if (!text.trim().isEmpty() && !text.trim().startsWith("#")) {
                    return split(text);
                }
            }
            return null;
        } catch (IOException cause) {
            throw new UncheckedIOException("line " + (line + 1), cause);
        }
    }

    static String[] split(String text) {
        class Cells {
            private final List<String> done = new ArrayList<>();
            private final StringBuilder current = new StringBuilder();

            void end() {
                done.add(current.toString().trim());
                current.setLength(0);
            }
        }

        Cells cells = new Cells();
        boolean quoted = false;
        scan:
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"':
                    quoted = !quoted;
                    break;
                case ',':
                    if (quoted) {
                        cells.current.append(c);
                    } else {
                        cells.end();
                    }
                    break;
                case '#':
                    if (!quoted) {
                        break scan;
                    }
                    // A hash inside quotes is a letter like any other.
                default:
                    cells.current.append(c);
            }
        }
        cells.end();
        return cells.done.toArray(new String[0]);
    }
}
