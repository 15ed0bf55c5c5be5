package p;

class Data {
    static int used() {
        return 1;
    }
}
