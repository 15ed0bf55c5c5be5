package p;

import java.io.InputStream;

class Loader {
    static Integer load(String name) throws Exception {
        if (name.equals("a")) {
            return 0;
        }
        return read();
    }

    private static int read() throws Exception {
        try (InputStream in = Loader.class.getResourceAsStream("/b.txt")) {
            return in.read() - '0';
        }
    }
}
