package p;

import java.util.function.Consumer;

class Helper {
    static Object cast(Object object) { return (AbsentCast) object; }
    static boolean instance(Object object) { return object instanceof AbsentInstance; }
    static void call(AbsentCalled called) { called.f(); }
    static int field(AbsentField owner) { return owner.f; }
    static Object array() { return new AbsentArray[1]; }
    static Object lambda() { Consumer<AbsentParameter> lambda = parameter -> {}; return lambda; }
    static boolean present(Object object) { return object instanceof Present; }

    static class Catching {
        static void run() {
            try {
                Helper.class.hashCode();
            } catch (AbsentCaught caught) {
                caught.hashCode();
            }
        }
    }

    static void all() {
        fails(() -> cast("text"));
        fails(() -> instance("text"));
        fails(() -> call(null));
        fails(() -> field(null));
        fails(Helper::array);
        fails(Helper::lambda);
        fails(() -> Catching.run());
        present("text");
    }

    static void fails(Runnable work) {
        try {
            work.run();
        } catch (NoClassDefFoundError expected) {
            return;
        }
        // Some machines do not look for a class until they need it.
    }
}
class Present { static { Helper.class.hashCode(); } }
