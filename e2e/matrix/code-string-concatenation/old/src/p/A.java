package p;

class A {
    static String f(int x) {
        return "x=" + x;
    }
}
