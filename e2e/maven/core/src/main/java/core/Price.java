package core;

public final class Price {
    private Price() {}

    public static int of(int pieces, int each) {
        return pieces * each;
    }

    public static int reduced(int price, int percent) {
        return price - price * percent / 100;
    }
}
