package p;

class A {
    static java.util.Locale f() {
        return new java.util.Locale("tr");
    }
}
