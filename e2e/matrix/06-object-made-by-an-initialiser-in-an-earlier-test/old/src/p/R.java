package p;

class R {
    static final R I = new R();
    final H h = new H();
}
