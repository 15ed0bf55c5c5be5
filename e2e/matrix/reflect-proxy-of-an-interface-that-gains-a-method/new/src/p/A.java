package p;

public interface A {
    void f();

    void g();
}
