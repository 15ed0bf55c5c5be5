package q;

public class B {
    int f() {
        return 1;
    }

    public int g() {
        return f();
    }
}
