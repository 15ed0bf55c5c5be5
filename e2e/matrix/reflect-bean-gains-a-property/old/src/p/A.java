package p;

public class A {
    public int getX() {
        return 1;
    }
}
