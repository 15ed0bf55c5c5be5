package p;

abstract class Lazy {
    private Integer number;

    int number() {
        if (number == null) {
            number = make();
        }
        return number;
    }

    abstract int make();
}
