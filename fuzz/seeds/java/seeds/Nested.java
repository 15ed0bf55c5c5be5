package seeds;

import java.util.Comparator;
import java.util.function.Function;
import java.util.function.Supplier;

/** Inner, local and anonymous classes, lambdas, method references, default and static interface methods. */
public class Nested {
    private int count;

    interface Shape<T> {
        int SIDES = Integer.getInteger("sides", 4);

        default T same(T other) {
            return other;
        }

        static <T> Shape<T> make() {
            return new Shape<T>() {};
        }
    }

    class Inner {
        class Deeper {
            int sum() {
                return count++ + Nested.this.count;
            }
        }
    }

    static class Generic<A, B extends A> implements Function<A, B> {
        @Override
        @SuppressWarnings("unchecked")
        public B apply(A a) {
            return (B) a;
        }
    }

    Supplier<Function<Integer, String>> lambdas(String prefix) {
        class Local implements Comparator<String> {
            @Override
            public int compare(String a, String b) {
                return prefix.length() - a.length() + b.length() + count;
            }
        }
        Comparator<String> local = new Local();
        return () -> number -> prefix + number + local.compare("a", "b") + new Object() {
            @Override
            public String toString() {
                return prefix;
            }
        };
    }
}
