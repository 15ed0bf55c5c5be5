package q;

public class B {
    public int f() {
        return 1;
    }

    public int g() {
        return f();
    }
}
