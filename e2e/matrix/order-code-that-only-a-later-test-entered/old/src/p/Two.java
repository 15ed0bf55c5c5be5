package p;

class Two implements Source {
    public int load() {
        return 2;
    }
}
