package p;

class S {
    final int v = Integer.valueOf(2);

    static S get() {
        return Holder.IT;
    }

    static class Holder {
        static final S IT = new S();
    }
}
