package p;

class Holder {
    private static Holder only;
    private Integer number;

    static synchronized Holder only() {
        if (only == null) {
            only = new Holder();
        }
        return only;
    }

    int number() {
        if (number == null) {
            number = A.f();
        }
        return number;
    }
}
