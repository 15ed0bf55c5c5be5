package p;

class A {
    static final int x = Integer.valueOf(0);
}
