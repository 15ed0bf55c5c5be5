package p;

class U {
    static int g(I i) {
        return i.f();
    }

    static int h() {
        return g((I) (Object) new C());
    }
}
