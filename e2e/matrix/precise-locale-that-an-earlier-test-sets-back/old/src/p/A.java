package p;

class A {
    static java.util.Locale f() {
        return java.util.Locale.ROOT;
    }
}
