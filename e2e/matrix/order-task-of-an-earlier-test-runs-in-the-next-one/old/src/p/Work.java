package p;

class Work implements java.util.concurrent.Callable<Integer> {
    @Override
    public Integer call() {
        return A.f();
    }
}
