package q;

public class A {
    static int f() {
        return 1;
    }
}
