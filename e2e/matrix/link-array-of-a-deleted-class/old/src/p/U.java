package p;

class U {
    static int f() {
        return new A[1].length;
    }
}
