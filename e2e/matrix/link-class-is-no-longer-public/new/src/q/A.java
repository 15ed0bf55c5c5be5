package q;

class A {
    public static int f() {
        return 1;
    }
}
