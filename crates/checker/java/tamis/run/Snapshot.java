package tamis.run;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The state that a test leaves: the objects that it made, in that order, and all that they lead to; of each the chain of
 * its classes and the fields by declaring class. References are numbers of objects. Then static fields of those classes.
 * What tools add to classes comes last, apart from the rest.
 */
final class Snapshot {
    /** The field in which tests keep what they make. */
    private static final String KEPT = "kept";

    private final ClassLoader loader;
    private final Map<Object, Integer> numbers = new IdentityHashMap<Object, Integer>();
    private final List<Object> waiting = new ArrayList<Object>();
    private final Set<Class<?>> classes = new LinkedHashSet<Class<?>>();
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder added = new StringBuilder();

    private Snapshot(ClassLoader loader) {
        this.loader = loader;
    }

    static String of(Class<?> test) throws ReflectiveOperationException {
        Snapshot snapshot = new Snapshot(test.getClassLoader());
        Object[] kept = (Object[]) test.getField(KEPT).get(null);
        for (Object object : kept) {
            snapshot.text.append(snapshot.reference(object)).append(' ');
        }
        for (int next = 0; next < snapshot.waiting.size(); next++) {
            snapshot.describe(next, snapshot.waiting.get(next));
        }
        for (Class<?> type : snapshot.classes) {
            snapshot.fields(type, null);
        }
        return snapshot.added.length() == 0 ? snapshot.text.toString() : snapshot.text + "\nadded:" + snapshot.added;
    }

    private void describe(int number, Object object) throws ReflectiveOperationException {
        text.append('\n').append(number).append(':');
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
            text.append(' ').append(type.getName());
            if (isOwn(type)) {
                classes.add(type);
                for (Class<?> face : type.getInterfaces()) {
                    text.append(" +").append(face.getName());
                }
            }
        }
        for (Class<?> type = object.getClass(); type != null && isOwn(type); type = type.getSuperclass()) {
            fields(type, object);
        }
    }

    /** Fields of an object that a class declares, or its static ones. */
    private void fields(Class<?> type, Object object) throws ReflectiveOperationException {
        TreeMap<String, String> values = new TreeMap<String, String>();
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) != (object == null)) {
                continue;
            }
            if (isAdded(field)) {
                added.append(' ').append(type.getName()).append('.').append(field.getName());
                continue;
            }
            field.setAccessible(true);
            Object value = field.get(object);
            boolean isPlain = field.getType().isPrimitive() || value instanceof String;
            values.put(field.getName(), field.getType().getName() + "=" + (isPlain ? value : reference(value)));
        }
        if (!values.isEmpty()) {
            text.append("\n ").append(object == null ? "static " : "").append(type.getName()).append(values);
        }
    }

    /** The number of an object of the program; of others the class. */
    private String reference(Object value) {
        if (value == null) {
            return "null";
        }
        if (!isOwn(value.getClass())) {
            return value.getClass().getName();
        }
        Integer known = numbers.get(value);
        if (known == null) {
            known = Integer.valueOf(waiting.size());
            numbers.put(value, known);
            waiting.add(value);
        }
        return "@" + known;
    }

    private boolean isOwn(Class<?> type) {
        return type.getClassLoader() == loader;
    }

    private static boolean isAdded(Field field) {
        return field.isSynthetic() || field.getName().startsWith("__CLR") || field.getName().startsWith("$jacoco");
    }
}
