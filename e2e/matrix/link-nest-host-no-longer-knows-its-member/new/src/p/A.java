package p;

class A {
    private static int x = 1;
}
