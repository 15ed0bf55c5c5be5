package p;

class A {
    static int f() {
        try {
            throw new IllegalStateException();
        } catch (IllegalStateException e) {
            return 1;
        } catch (RuntimeException e) {
            return 2;
        }
    }
}
