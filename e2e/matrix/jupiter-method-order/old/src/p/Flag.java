package p;

class Flag {
    static int v;
}
