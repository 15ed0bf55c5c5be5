package cases;

/** Objects that are not initialised yet when control branches: in arguments of `new` and before `super()`. */
public final class Objects {
    private Objects() {}

    static class Base {
        final String text;

        Base(String text) {
            this.text = text;
        }
    }

    static class Derived extends Base {
        final int number;

        Derived(boolean first, int number) {
            super(first ? number > 3 ? "big" : "small" : new StringBuilder(number < 0 ? "-" : "+").append(number).toString());
            this.number = number == 0 ? 1 : number;
        }

        Derived(int number) {
            this(number % 2 == 0 ? true : number > 10, number);
        }
    }

    class Inner extends Derived {
        Inner(int number) {
            super(number > 2 && number < 9 || number == 100, number);
        }

        String outer() {
            return Objects.this.name() + text;
        }
    }

    String name() {
        return "outer ";
    }

    static Base make(int x, boolean y) {
        return new Base(new Base(x > 0 ? new Base(y ? "a" : "b").text : y ? "c" : "d").text + (x > 1 ? "e" : "f"));
    }

    static Object loop(int n) {
        Object last = null;
        for (int i = 0; i < n; i++) {
            last = new Object[] {last, new Derived(i > 1 ? i : -i), i % 2 == 0 ? new int[i] : new long[] {i}};
        }
        return last;
    }

    public static void run() {
        for (int i = -1; i < 13; i += 3) {
            Derived derived = new Derived(i);
            System.out.println(derived.text + derived.number + make(i, i > 2).text + make(i, i < 2).text);
        }
        System.out.println(new Objects().new Inner(100).outer() + ((Object[]) loop(5)).length);
    }
}
