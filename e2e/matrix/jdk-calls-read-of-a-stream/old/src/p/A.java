package p;

class A extends java.io.InputStream {
    @Override
    public int read() {
        return -1;
    }
}
