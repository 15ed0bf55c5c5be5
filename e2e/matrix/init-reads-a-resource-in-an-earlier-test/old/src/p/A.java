package p;

class A {
    static final String X = read();

    static String read() {
        try (var in = A.class.getResourceAsStream("a.txt")) {
            return new String(in.readAllBytes());
        } catch (java.io.IOException e) {
            throw new RuntimeException(e);
        }
    }
}
