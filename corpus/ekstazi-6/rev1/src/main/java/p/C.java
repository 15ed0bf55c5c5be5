package p;

public class C extends D2 {
    public static int f() {
        return 1;
    }
}
