package p;

class C {
    final int v;

    C(int a, int b) {
        v = b - a;
    }
}
