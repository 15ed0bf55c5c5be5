package shop.check;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import shop.meta.Label;
import shop.meta.NonBlank;
import shop.meta.Range;

/** Holds objects against the annotations on their fields. */
public final class Validator {
    private Validator() {
    }

    /** What is wrong with the object, one sentence each; empty if nothing is. */
    public static List<String> problems(Object object) {
        List<String> problems = new ArrayList<>();
        for (Field field : object.getClass().getDeclaredFields()) {
            Object value = read(field, object);
            Range range = field.getAnnotation(Range.class);
            if (range != null && value instanceof Number) {
                checkRange(problems, field.getName(), ((Number) value).longValue(), range);
            }
            NonBlank nonBlank = field.getAnnotatedType().getAnnotation(NonBlank.class);
            if (nonBlank != null && String.valueOf(value).trim().isEmpty()) {
                problems.add(field.getName() + ": " + nonBlank.message());
            }
        }
        return problems;
    }

    /** The label of a class, a method or a package, or the given text if it has none. */
    public static String label(AnnotatedElement element, String otherwise) {
        Label label = element.getAnnotation(Label.class);
        return label == null ? otherwise : label.value();
    }

    private static void checkRange(List<String> problems, String name, long value, Range range) {
        if (value < range.min()) {
            problems.add(name + ": " + value + " is less than " + range.min());
        } else if (value > range.max()) {
            problems.add(name + ": " + value + " is more than " + range.max());
        }
    }

    private static Object read(Field field, Object object) {
        try {
            field.setAccessible(true);
            return field.get(object);
        } catch (IllegalAccessException cause) {
            throw new IllegalStateException("cannot read " + field, cause);
        }
    }
}
