package p;

class Try {
    static String f() {
        try {
            return "" + A.f();
        } catch (LinkageError e) {
            return e.getClass().getSimpleName();
        }
    }
}
