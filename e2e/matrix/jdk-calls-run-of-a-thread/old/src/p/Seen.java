package p;

class Seen {
    static volatile int v;
}
