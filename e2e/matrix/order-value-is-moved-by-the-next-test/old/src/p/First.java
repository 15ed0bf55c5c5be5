package p;

class First {
    private static Integer kept;

    static void init() {
        kept = A.f();
    }

    static Integer value() {
        return kept;
    }
}
