package p;

class C extends A {
    static int f = 11;
}
