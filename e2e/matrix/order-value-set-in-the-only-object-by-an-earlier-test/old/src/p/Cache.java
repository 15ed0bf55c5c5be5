package p;

class Cache {
    static final Cache ONLY = new Cache();
    private int number = -1;

    static int get() {
        if (ONLY.number() < 0) {
            ONLY.set(A.f());
        }
        return ONLY.number();
    }

    int number() {
        return number;
    }

    void set(int number) {
        this.number = number;
    }
}
