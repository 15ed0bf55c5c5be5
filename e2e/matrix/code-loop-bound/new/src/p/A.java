package p;

class A {
    static int f() {
        int sum = 0;
        for (int i = 0; i < 4; i++) {
            sum += i;
        }
        return sum;
    }
}
