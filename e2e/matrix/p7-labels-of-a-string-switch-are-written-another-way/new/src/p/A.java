package p;

class A {
    static int f(String s) {
        switch (s) {
            case "" + "a":
                return 1;
            case "\u0062":
                return 2;
            default:
                return 3;
        }
    }
}
