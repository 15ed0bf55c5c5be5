package p;

interface Source {
    int value();
}
