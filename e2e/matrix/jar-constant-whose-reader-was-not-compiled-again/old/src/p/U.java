package p;

class U {
    static int f() {
        return q.K.X;
    }
}
