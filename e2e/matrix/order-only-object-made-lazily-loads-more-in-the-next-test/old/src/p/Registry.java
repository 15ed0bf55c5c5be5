package p;

class Registry {
    private static Values values;

    static Values of() throws Exception {
        if (values == null) {
            values = make();
        }
        return values;
    }

    private static Values make() throws Exception {
        Values fresh = new Values();
        fresh.load("a");
        return fresh;
    }
}
