package p;

class A implements Thread.UncaughtExceptionHandler {
    static volatile int seen;

    @Override
    public void uncaughtException(Thread thread, Throwable e) {
        seen = 2;
    }
}
