package p;

class A extends java.io.InputStream {
    @Override
    public int read() {
        return -1;
    }

    @Override
    public byte[] readAllBytes() {
        return new byte[1];
    }
}
