package p;

public class Maker {
    public static Integer make() {
        return A.f();
    }
}
