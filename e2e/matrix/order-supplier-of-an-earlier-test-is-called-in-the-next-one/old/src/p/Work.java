package p;

class Work implements java.util.function.Supplier<Integer> {
    @Override
    public Integer get() {
        return A.f();
    }
}
