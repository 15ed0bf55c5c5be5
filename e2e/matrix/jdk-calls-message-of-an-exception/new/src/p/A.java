package p;

class A extends RuntimeException {
    A() {
        super("a");
    }

    @Override
    public String getMessage() {
        return "b";
    }
}
