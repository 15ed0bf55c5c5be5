package p;



class A {
    private final int x = 1;

    class In {
        int g() {
            return x;
        }
    }

    static int f() {
        return new A().new In().g();
    }
}
