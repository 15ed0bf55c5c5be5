package p;

class Data {
    static Object[] rows() {
        return new Object[] {1, 2};
    }
}
