package p;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

class Cache {
    private static MethodHandle handle;
    private static Integer kept;

    static void init() throws Exception {
        handle = MethodHandles.lookup().unreflect(Class.forName("p.Work").getDeclaredMethod("call"));
    }

    static int get() throws Exception {
        if (kept == null) {
            if (handle == null) {
                init();
            }
            try {
                kept = (Integer) handle.invokeExact();
            } catch (Throwable e) {
                throw new Exception(e);
            }
        }
        return kept;
    }
}
