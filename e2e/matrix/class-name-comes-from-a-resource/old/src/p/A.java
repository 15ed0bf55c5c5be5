package p;

public class A {
    @Override
    public String toString() {
        return "A";
    }
}
