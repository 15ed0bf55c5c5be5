package p;

class B {
    int x = 1;
}
