package cases;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What only newer compilers write: records, sealed types, switch expressions, private interface methods, indy strings. */
public final class Records {
    private Records() {}

    record Point(int x, int y) {
        static final Point ZERO = new Point(0, 0);

        Point {
            if (x < 0) throw new IllegalArgumentException("negative: " + x);
        }
    }

    sealed interface Node permits Leaf, Pair {
        private int twice(int x) {
            return 2 * x;
        }

        default int size() {
            return twice(this instanceof Pair p ? p.left().size() + p.right().size() : 1);
        }
    }

    record Leaf(String text) implements Node {}

    record Pair(Node left, Node right) implements Node {}

    enum Day { MON, TUE, SUN }

    static String day(Day day) {
        return switch (day) {
            case MON, TUE -> "work";
            case SUN -> {
                try {
                    yield new Point(-day.ordinal(), 1).toString();
                } catch (IllegalArgumentException e) {
                    yield e.getMessage();
                }
            }
        };
    }

    public static void run() {
        System.out.println(new Point(1, 2) + day(Day.MON) + day(Day.SUN) + Point.ZERO.equals(new Point(0, 0)));
        System.out.println(new Pair(new Leaf("a"), new Pair(new Leaf("b"), new Leaf("c"))).size());
        List<String> squares = IntStream.range(0, 4).mapToObj(i -> i + "^2" + (i > 2 ? "!" : "")).collect(Collectors.toList());
        System.out.println(String.join(",", squares));
        new Point(-1, 0);
    }
}
