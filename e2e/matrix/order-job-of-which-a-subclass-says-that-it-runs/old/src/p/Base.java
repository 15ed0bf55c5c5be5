package p;

class Base {
    private int number;

    public void run() {
        number = A.f();
        done();
    }

    void done() {
        Cache.kept = number;
    }
}
