package p;

class K {
    static final String X = "c";
}
