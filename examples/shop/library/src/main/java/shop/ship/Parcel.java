package shop.ship;

/** Something a carrier can take away. */
public abstract class Parcel {
    private final int grams;

    protected Parcel(int grams) {
        this.grams = grams;
    }

    public int grams() {
        return grams;
    }

    /** The kind as carriers write it. */
    public abstract String kind();

    /** The right packing for a weight. */
    public static Parcel packed(int grams) {
        return grams <= Letter.HEAVIEST ? new Letter(grams) : new Box(grams, grams / 4);
    }

    /** Flat and light. */
    public static final class Letter extends Parcel {
        public static final int HEAVIEST = 500;

        public Letter(int grams) {
            super(grams);
        }

        @Override
        public String kind() {
            return "letter";
        }
    }

    /** Everything else. */
    public static class Box extends Parcel {
        private final int litres;

        public Box(int grams, int litres) {
            super(grams);
            this.litres = Math.max(1, litres);
        }

        public int litres() {
            return litres;
        }

        @Override
        public String kind() {
            return "box";
        }
    }
}
