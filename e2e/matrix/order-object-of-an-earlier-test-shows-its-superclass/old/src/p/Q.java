package p;

class Q {
    static Object o;
}
