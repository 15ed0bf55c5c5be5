package cases;

/** Both kinds of switch at each distance to a multiple of four. */
public final class Switches {
    private Switches() {}

    static int table1(int x) {
        switch (x) { case 1: return 10; case 2: return 20; case 3: return 30; default: return -1; }
    }

    static int table2(int x) {
        switch (-x) { case 1: return 11; case 2: return 21; case 3: return 31; default: return -2; }
    }

    static int table3(int x) {
        switch (x + 1) { case 1: return 12; case 2: return 22; case 3: return 32; default: return -3; }
    }

    static int table4(int x) {
        switch (-(x + 1)) { case 1: return 13; case 2: return 23; case 3: return 33; default: return -4; }
    }

    static int lookup1(int x) {
        switch (x) { case 1: return 14; case 2000: return 24; case -3: return 34; default: return -5; }
    }

    static int lookup2(int x) {
        switch (-x) { case 1: return 15; case 2000: return 25; case -3: return 35; default: return -6; }
    }

    static int lookup3(int x) {
        switch (x + 1) { case 1: return 16; case 2000: return 26; case -3: return 36; default: return -7; }
    }

    static int lookup4(int x) {
        switch (-(x + 1)) { case 1: return 17; case 2000: return 27; case -3: return 37; default: return -8; }
    }

    static String text(String word) {
        switch (word) {
            case "one": return "1";
            case "two": return "2";
            default: return "?";
        }
    }

    /** Back and forth between two switches in a loop. */
    static int machine(int[] steps) {
        int state = 0;
        for (int step : steps) {
            switch (state) {
                case 0: state = step > 0 ? 1 : 2; break;
                case 1: switch (step) { case 7: state = 0; break; case 700: state = 2; break; default: continue; } break;
                case 2: state = 5; break;
                default: return state * 100 + step;
            }
        }
        return state;
    }

    public static void run() {
        StringBuilder all = new StringBuilder();
        for (int x : new int[] {-2001, -2000, -4, -3, -2, -1, 0, 1, 2, 3, 4, 1999, 2000}) {
            all.append(table1(x)).append(' ').append(table2(x)).append(' ').append(table3(x)).append(' ').append(table4(x));
            all.append(' ').append(lookup1(x)).append(' ').append(lookup2(x)).append(' ').append(lookup3(x));
            all.append(' ').append(lookup4(x)).append('\n');
        }
        System.out.print(all);
        System.out.println(text("one") + text("two") + text("three"));
        System.out.println(machine(new int[] {1, 3, 7, 1, 700, 9, 4}));
    }
}
