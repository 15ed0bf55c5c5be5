package p;

public class Found implements Source {
    private final int number = A.f();

    @Override
    public int value() {
        return number;
    }
}
