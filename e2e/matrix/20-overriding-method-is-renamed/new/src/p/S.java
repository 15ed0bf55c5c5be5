package p;

class S extends B {
    int g() {
        return 2;
    }
}
