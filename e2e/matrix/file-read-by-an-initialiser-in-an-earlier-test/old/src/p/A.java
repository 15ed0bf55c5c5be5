package p;

class A {
    static final String X = read();

    static String read() {
        try {
            return java.nio.file.Files.readString(java.nio.file.Path.of("data/a.txt"));
        } catch (java.io.IOException e) {
            throw new RuntimeException(e);
        }
    }
}
