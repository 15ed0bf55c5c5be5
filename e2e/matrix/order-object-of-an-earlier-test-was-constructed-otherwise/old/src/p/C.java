package p;

class C {
    int x = 1;
}
