package r;

public class Use {
    public static int g() {
        return q.Lib.f();
    }
}
