package p;

interface Source {
    int number();
}
