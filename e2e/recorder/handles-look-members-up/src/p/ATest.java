package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;

class ATest {
    @Test void method() throws Throwable {
        MethodHandle handle = MethodHandles.lookup().findVirtual(Called.class, "m", MethodType.methodType(int.class));
        Assertions.assertEquals(3, (int) handle.invoke(new Called()));
    }
    @Test void variable() throws Throwable {
        VarHandle handle = MethodHandles.lookup().findVarHandle(Varied.class, "x", int.class);
        Assertions.assertEquals(0, (int) handle.get(new Varied()));
    }
}
class Called { int m() { return 3; } }
class Varied { int x; }
