package p;

class V {
    int g() {
        return 2;
    }
}
