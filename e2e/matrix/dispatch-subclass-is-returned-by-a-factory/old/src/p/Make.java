package p;

class Make {
    static B make() {
        return new C();
    }
}
