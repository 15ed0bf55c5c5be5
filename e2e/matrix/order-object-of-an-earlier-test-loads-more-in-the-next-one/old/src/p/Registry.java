package p;

class Registry {
    private static Values values;

    static Values of() {
        if (values == null) {
            init();
        }
        return values;
    }

    private static void init() {
        Values fresh = new Values();
        fresh.load("a");
        values = fresh;
    }
}
