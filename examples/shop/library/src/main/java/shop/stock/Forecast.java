package shop.stock;

import java.util.Random;
import java.util.function.IntUnaryOperator;

/** How many pieces to order, from what was sold each day. */
public class Forecast {
    private final int days;

    public Forecast(int days) {
        this.days = days;
    }

    /** The mean of the last days, rounded up. */
    public int perDay(int... sold) {
        int from = Math.max(0, sold.length - days);
        long sum = 0;
        for (int day = from; day < sold.length; day++) {
            sum += sold[day];
        }
        int counted = sold.length - from;
        return counted == 0 ? 0 : (int) ((sum + counted - 1) / counted);
    }

    /** In how many of so many made-up weeks a stock would run out. */
    public double risk(int stock, IntUnaryOperator soldOnDay, int weeks, long seed) {
        Random random = new Random(seed);
        int empty = 0;
        for (int week = 0; week < weeks; week++) {
            int left = stock;
            for (int day = 0; day < 7; day++) {
                left -= random.nextInt(2 * soldOnDay.applyAsInt(day) + 1);
            }
            empty += left < 0 ? 1 : 0;
        }
        return empty / (double) weeks;
    }
}
