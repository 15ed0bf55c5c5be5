package p;

class A {
    static Object f() {
        return java.util.TimeZone.getDefault();
    }
}
