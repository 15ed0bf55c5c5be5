package p;

class A {
    static int f() {
        int one = 1;
        return one;
    }
}
