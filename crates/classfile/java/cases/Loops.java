package cases;

/** Branches to the first instruction, and a frame there. */
public final class Loops {
    private Loops() {}

    static int down(int n) {
        do {
            n -= 3;
        } while (n > 0);
        return n;
    }

    static void spin(int[] left) {
        while (left[0]-- > 0) {}
    }

    static long nested(int n) {
        long sum = 0;
        outer:
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (i * j > 40) break outer;
                if ((i ^ j) == 3) continue outer;
                sum += (long) i * j;
            }
        }
        return sum;
    }

    public static void run() {
        int[] left = {5};
        spin(left);
        System.out.println(down(10) + " " + left[0] + " " + nested(9));
    }
}
