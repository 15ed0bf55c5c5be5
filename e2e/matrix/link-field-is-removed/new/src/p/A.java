package p;

class A {
    static int y = Integer.valueOf(1);
}
