package p;

class Loader {
    static Integer load(String name) {
        return name.equals("a") ? 0 : A.f();
    }
}
