package p;

class D {
    private static final long serialVersionUID = 1;
    int x = 5;
}
