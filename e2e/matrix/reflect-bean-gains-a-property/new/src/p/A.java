package p;

public class A {
    public int getY() {
        return 2;
    }

    public int getX() {
        return 1;
    }
}
