package modern;

import java.util.function.Supplier;

/** Records, sealed types, pattern switches, text blocks, private interface methods. */
public sealed interface Shapes<T> {
    record Circle<T>(@Deprecated double radius, T... marks) implements Shapes<T> {
        public Circle {
            if (radius < 0) throw new IllegalArgumentException("""
                radius: %s""".formatted(radius));
        }
    }

    record Pair<T>(Shapes<T> left, Shapes<T> right) implements Shapes<T> {}

    non-sealed class Free<T> implements Shapes<T> {}

    enum Level { LOW, MID, HIGH }

    private double scale(double by) {
        return by * 2;
    }

    static double area(Shapes<?> shape) {
        return switch (shape) {
            case Circle<?>(var radius, var marks) when marks.length > 3 -> shape.scale(radius);
            case Circle<?> circle -> Math.PI * circle.radius() * circle.radius();
            case Pair<?>(Circle<?> left, Free<?> right) -> area(left);
            case Pair<?> pair -> area(pair.left()) + area(pair.right());
            case Free<?> free -> 0;
        };
    }

    static int level(Object level) {
        return switch (level) {
            case Level l when l == Level.MID -> 5;
            case Level.LOW -> 1;
            case String s -> switch (s) { case "a", "b" -> 2; default -> { try { yield Integer.parseInt(s); } catch (NumberFormatException e) { yield -1; } } };
            case null, default -> 0;
        };
    }

    final class Maker implements Supplier<String> {
        @Override
        public String get() {
            return "made " + new Circle<>(1.0, "x") + level(Level.HIGH);
        }
    }
}
