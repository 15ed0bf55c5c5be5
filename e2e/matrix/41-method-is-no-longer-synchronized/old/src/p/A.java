package p;

class A {
    synchronized void f() {}
}
