package p;

class Seen {
    static int v;
}
