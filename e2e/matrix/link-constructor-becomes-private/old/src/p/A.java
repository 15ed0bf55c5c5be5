package p;

class A {
    A() {

    }
}
