package p;

class K {
    static int x = Integer.parseInt("1");

    static int get() {
        return x;
    }
}
