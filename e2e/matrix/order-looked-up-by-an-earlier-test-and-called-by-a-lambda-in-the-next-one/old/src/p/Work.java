package p;

class Work {
    static Integer call() {
        return A.f();
    }
}
