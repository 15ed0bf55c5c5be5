package p;

class C {
    int a;
}
