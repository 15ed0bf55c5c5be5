package p;

public class B {
    public void f() {}
}
