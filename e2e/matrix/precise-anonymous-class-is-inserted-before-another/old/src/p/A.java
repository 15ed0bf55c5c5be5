package p;

class A {
    static Runnable g() {
        return null;
    }

    static int f() {
        int[] one = new int[1];
        new Runnable() {
            @Override
            public void run() {
                one[0] = 1;
            }
        }.run();
        return one[0];
    }
}
