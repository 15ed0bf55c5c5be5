package p;

interface J extends I {
    int f();
}
