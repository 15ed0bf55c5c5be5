package p;

class One implements Source {
    public int load() {
        return 1;
    }
}
