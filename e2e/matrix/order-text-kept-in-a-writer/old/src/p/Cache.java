package p;

import java.io.StringWriter;

class Cache {
    private static final StringWriter TEXT = new StringWriter();

    static int get() throws Exception {
        if (TEXT.toString().isEmpty()) {
            TEXT.write(String.valueOf(A.f()));
        }
        return Integer.parseInt(TEXT.toString());
    }
}
