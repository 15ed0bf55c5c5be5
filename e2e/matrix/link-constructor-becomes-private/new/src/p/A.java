package p;

class A {
    private A() {

    }
}
