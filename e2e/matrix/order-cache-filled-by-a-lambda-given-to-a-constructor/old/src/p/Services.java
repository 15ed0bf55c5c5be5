package p;

class Services {
    static Service make() {
        return new Service(() -> A.f());
    }
}
