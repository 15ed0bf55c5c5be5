package p;

class U {
    static int f(S s) {
        return switch (s) {
            case S.A a -> 3;
            case S.B b -> 2;
        };
    }
}
