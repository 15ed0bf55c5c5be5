package p;

class A {
    static Class<?> type() {
        return B.class;
    }
}
