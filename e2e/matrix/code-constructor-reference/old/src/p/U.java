package p;

class U {
    static A make() {
        java.util.function.Supplier<A> s = A::new;
        return s.get();
    }
}
