package p;

class A {
    Gone gone;
}
