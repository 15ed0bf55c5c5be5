package p;

class A {
    void f() throws Exception {}
}
