package p;

public class A {
    public int x;
}
