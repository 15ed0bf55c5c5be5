package p;

public class C extends D {
    public static int f() {
        return 1;
    }
}
