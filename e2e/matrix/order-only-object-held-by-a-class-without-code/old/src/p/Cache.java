package p;

class Cache {
    private Integer number;

    static Cache create() {
        return new Cache();
    }

    static int get() {
        if (Globals.cache == null) {
            Globals.cache = create();
        }
        return Globals.cache.number();
    }

    int number() {
        if (number == null) {
            number = A.f();
        }
        return number;
    }
}
