package p;

class U extends A {
    static int g() {
        return new U().f();
    }
}
