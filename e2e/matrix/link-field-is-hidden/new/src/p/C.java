package p;

class C extends A {
    int f = 11;
}
