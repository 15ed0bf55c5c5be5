package sunrise;

public class B {
    public static int f() {
        return C.f();
    }
}
