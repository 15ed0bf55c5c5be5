package p;

class A extends Key {
    A(int k) {
        super(k);
    }
}
