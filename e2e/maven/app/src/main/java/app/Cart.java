package app;

import core.Price;

public class Cart {
    private int sum;

    public void add(int pieces, int each) {
        sum += Price.of(pieces, each);
    }

    public int sum() {
        return sum;
    }
}
