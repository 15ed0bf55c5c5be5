package p;

class S {
    final int v = 1;

    static S get() {
        return Holder.IT;
    }

    static class Holder {
        static final S IT = new S();
    }
}
