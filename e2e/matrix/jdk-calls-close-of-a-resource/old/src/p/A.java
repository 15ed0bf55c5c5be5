package p;

class A extends java.io.StringReader {
    A() {
        super("x");
    }
}
