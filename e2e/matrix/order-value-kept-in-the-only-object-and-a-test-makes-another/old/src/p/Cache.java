package p;

class Cache {
    private static final Cache SHARED = new Cache();
    private Integer number;

    static int get() {
        return SHARED.number();
    }

    int number() {
        if (number == null) {
            number = A.f();
        }
        return number;
    }

    int twice(int number) {
        return 2 * number;
    }
}
