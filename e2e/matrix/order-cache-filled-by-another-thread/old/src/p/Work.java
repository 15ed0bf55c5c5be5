package p;

class Work implements Runnable {
    @Override
    public void run() {
        Cache.kept = A.f();
    }
}
