package p;

class Data {
    int a;
    int b;
}
