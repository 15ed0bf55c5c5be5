package p;

public class A {
    private int x;
}
