package p;

class A {
    static Object lock = null;

    static int f() {
        synchronized (lock) {
            return 1;
        }
    }
}
