package shop;

/** The currencies the shop takes, and how each writes an amount. */
public enum Currency {
    EUR(2) {
        @Override
        String place(String digits) {
            return digits + " \u20ac";
        }
    },
    GBP(2) {
        @Override
        String place(String digits) {
            return "\u00a3" + digits;
        }
    },
    JPY(0) {
        @Override
        String place(String digits) {
            return "\u00a5" + digits;
        }
    };

    private final int decimals;

    Currency(int decimals) {
        this.decimals = decimals;
    }

    /** How many minor units make one major unit. */
    public long scale() {
        long scale = 1;
        for (int i = 0; i < decimals; i++) {
            scale *= 10;
        }
        return scale;
    }

    /** The amount as a customer reads it. */
    public String format(long minor) {
        String sign = minor < 0 ? "-" : "";
        long size = Math.abs(minor);
        if (decimals == 0) {
            return place(sign + size);
        }
        String cents = Long.toString(size % scale());
        while (cents.length() < decimals) {
            cents = "0" + cents;
        }
        return place(sign + size / scale() + "." + cents);
    }

    abstract String place(String digits);
}
