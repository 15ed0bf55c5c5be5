package p;

class A {
    static Object lock = new Object();

    static int f() {
        synchronized (lock) {
            return 1;
        }
    }
}
