package p;

public class A {
    public int a;
    public int b;
}
