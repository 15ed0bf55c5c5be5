package p;

class Data {
    int a;
}
