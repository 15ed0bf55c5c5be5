package p;

class C {
    int x = 2;
}
