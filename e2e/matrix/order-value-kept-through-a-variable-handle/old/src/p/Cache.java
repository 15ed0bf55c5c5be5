package p;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

class Cache {
    private static Integer number;
    private static final VarHandle NUMBER;

    static {
        try {
            NUMBER = MethodHandles.lookup().findStaticVarHandle(Cache.class, "number", Integer.class);
        } catch (ReflectiveOperationException error) {
            throw new AssertionError(error);
        }
    }

    static int get() {
        Integer known = (Integer) NUMBER.getVolatile();
        if (known == null) {
            known = A.f();
            NUMBER.setVolatile(known);
        }
        return known;
    }
}
