package p;

public class B {
    @Override
    public String toString() {
        return "B";
    }
}
