package cases;

/** Ternaries, all primitive kinds, comparisons, and locals that take two words. */
public final class Numbers {
    private Numbers() {}

    static String sign(long a, double b, float c, int d) {
        return a > 0 ? b > 0 ? c > 0 ? d > 0 ? "++++" : "+++-" : "++-" : "+-" : b == a ? "-=" : c != d ? "-!" : "--";
    }

    static boolean logic(boolean a, boolean b, boolean c) {
        return a && (b || !c) ^ (b ? c : a) | c && a;
    }

    static double mean(double... values) {
        double sum = 0;
        int count = 0;
        for (double value : values) {
            if (Double.isNaN(value)) continue;
            sum += value;
            count++;
        }
        return count == 0 ? Double.NaN : sum / count;
    }

    static long mix(byte a, char b, short c, long d, boolean e) {
        long total = a;
        int shift = e ? b : c;
        {
            long block = d << shift;
            total ^= block;
        }
        {
            double other = d;
            total += (long) other >>> 3;
        }
        return total;
    }

    public static void run() {
        System.out.println(sign(1, 1, 1, 1) + sign(1, 1, 1, -1) + sign(1, 1, -1, 0) + sign(1, -1, 0, 0) + sign(-1, -1, 0, 0) + sign(-1, 0, 2, 2));
        System.out.println(logic(true, false, true) + " " + logic(true, true, false) + " " + logic(false, true, true));
        System.out.println(mean(1, 2, Double.NaN, 4) + " " + mean() + " " + mix((byte) -1, 'c', (short) 3, 1L << 40, true));
    }
}
