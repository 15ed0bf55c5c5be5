package p;

interface Source {
    int load();
}
