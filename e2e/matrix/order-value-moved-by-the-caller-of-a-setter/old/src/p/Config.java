package p;

class Config {
    static Integer value;

    static void load() {
        value = A.f();
    }
}
