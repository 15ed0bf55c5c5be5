package p;

class A {
    static int f() {
        int eins = 1;
        return eins;
    }
}
