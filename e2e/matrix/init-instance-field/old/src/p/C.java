package p;

class C {
    public int f = 10;
}
