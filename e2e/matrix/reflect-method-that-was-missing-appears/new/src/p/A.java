package p;

public class A {
    public void f() {}
}
