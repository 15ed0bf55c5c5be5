package p;

class Outer {
    static class ProxyHandler {
        int f() {
            return 1;
        }
    }
}
