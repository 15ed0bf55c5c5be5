package p;

class S {
    static int f(E e) {
        switch (e) {
            case B:
                return 1;
            default:
                return 2;
        }
    }
}
