package p;

class A extends java.io.StringReader {
    A() {
        super("x");
    }

    @Override
    public void close() {
        Seen.v = 1;
        super.close();
    }
}
