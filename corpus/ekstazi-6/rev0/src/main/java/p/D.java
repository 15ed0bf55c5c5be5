package p;

public class D {
    static {
        if (true) {
            throw new IllegalStateException();
        }
    }
}
