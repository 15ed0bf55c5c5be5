package p;

class A {
    static String f() {
        return "1";
    }
}
