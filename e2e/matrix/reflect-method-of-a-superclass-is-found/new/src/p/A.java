package p;

public class A extends B {
    @Override
    public void f() {}
}
