package p;

class Loader extends State {
    static void load() {
        kept = A.f();
    }
}
