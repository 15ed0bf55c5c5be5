package p;

class U {
    static int g() {
        return A.f(1);
    }
}
