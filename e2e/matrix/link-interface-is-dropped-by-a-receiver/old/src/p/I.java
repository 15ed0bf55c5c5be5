package p;

interface I {
    int f();
}
