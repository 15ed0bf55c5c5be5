package p;

class C {
    int a;
    int b;
}
