package p;

class U {
    static boolean f(Object o) {
        return o instanceof A;
    }
}
