package p;

interface A {
    int f();

    int g();
}
