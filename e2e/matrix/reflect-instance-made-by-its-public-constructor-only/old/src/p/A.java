package p;

public class A {
    public A() {}
}
