package p;

class A {
    static volatile String x;

    static Thread thread;
}
