package p;

class A {
    static int x = Integer.valueOf(1);
}
