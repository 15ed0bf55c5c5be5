package p;

class K {
    static int x = Integer.parseInt("2");

    static int get() {
        return x;
    }
}
