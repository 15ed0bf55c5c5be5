package p;

class B {
    int x;

    B() {
        x = 1;
    }
}
