package p;

class A {
    static int f(int a, int b) {
        class L {
            int g() {
                return b;
            }
        }
        return new L().g();
    }
}
