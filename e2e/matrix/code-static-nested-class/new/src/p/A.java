package p;

class A {
    static class N {
        int x = 2;
    }
}
