package p;

class Loud {
    static {
        G.v = 1;
    }
}
