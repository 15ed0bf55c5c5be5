package p;

class A extends ThreadLocal<String> {
    @Override
    protected String initialValue() {
        return "x";
    }
}
