package q;

public class B {
    static int f() {
        return 1;
    }
}
