package p;

class Define extends ClassLoader {
    Define() {
        super(null);
    }

    Class<?> define(byte[] bytes) {
        return defineClass(null, bytes, 0, bytes.length);
    }
}
