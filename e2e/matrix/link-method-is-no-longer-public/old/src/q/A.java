package q;

public class A {
    public static int f() {
        return 1;
    }
}
