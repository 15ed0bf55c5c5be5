package p;

class Q {
    static H h = new H();
}
