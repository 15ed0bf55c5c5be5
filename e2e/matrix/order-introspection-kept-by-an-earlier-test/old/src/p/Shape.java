package p;

import java.lang.reflect.Field;

class Shape {
    private static Field[] kept;

    static int fields() {
        if (kept == null) {
            kept = look();
        }
        return kept.length;
    }

    private static Field[] look() {
        return Data.class.getDeclaredFields();
    }
}
