package p;

class A {
    static final java.util.concurrent.CountDownLatch GO = new java.util.concurrent.CountDownLatch(1);

    static volatile String x;

    static Thread thread;
}
