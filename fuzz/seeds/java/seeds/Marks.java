package seeds;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Annotations of all kinds, on everything. */
@Marks.Mark(value = 3, names = {"a", "b"}, type = String[].class, kind = Marks.Kind.SECOND, nested = @Marks.Small("x"))
public abstract class Marks {
    enum Kind { FIRST, SECOND { @Override int weight() { return 2; } }; int weight() { return 1; } }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Mark {
        int value() default 1;
        long big() default 2;
        double real() default 3;
        char letter() default 'x';
        boolean flag() default true;
        String[] names() default {};
        Class<?> type() default Object.class;
        Kind kind() default Kind.FIRST;
        Small nested() default @Small("default");
    }

    @interface Small { String value(); }

    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE_USE, ElementType.TYPE_PARAMETER})
    @interface Use {}

    abstract static class Typed<@Use T extends @Use Comparable<@Use T>> extends @Use ArrayList<@Use T> {}

    @Mark @Deprecated Map<@Use String, List<? extends @Use Number>> map;

    abstract <@Use X extends Exception> @Use String convert(@Mark(9) @Use String text, @Small("p") int[] @Use [] number) throws @Use X;

    int code(Object object) {
        @Use List<@Use String> list = new @Use ArrayList<@Use String>();
        try {
            if (object instanceof @Use String) list.add((@Use String) object);
            java.util.function.Supplier<Object> maker = @Use Object::new;
            return list.size() + maker.hashCode();
        } catch (@Use RuntimeException e) {
            return 0;
        }
    }
}
