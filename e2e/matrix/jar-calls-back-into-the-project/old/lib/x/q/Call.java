package q;

public interface Call {
    int f();

    static int of(Call c) {
        return c.f();
    }
}
