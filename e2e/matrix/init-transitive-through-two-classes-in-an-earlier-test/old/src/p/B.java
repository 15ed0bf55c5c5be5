package p;

class B {
    static int y = C.z();
}
