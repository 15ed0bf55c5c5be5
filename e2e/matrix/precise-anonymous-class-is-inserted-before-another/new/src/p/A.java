package p;

class A {
    static Runnable g() {
        return new Runnable() {
            @Override
            public void run() {}
        };
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
