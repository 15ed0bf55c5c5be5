package p;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntSupplier;

class C {
    static final Map<String, IntSupplier> M = new HashMap<>();

    static {
        M.put("k", new IntSupplier() {
            @Override
            public int getAsInt() {
                return 6;
            }
        });
    }

    static int f() {
        return M.get("k").getAsInt();
    }
}
