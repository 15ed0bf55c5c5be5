package p;

abstract class M extends B {
    abstract int f();
}
