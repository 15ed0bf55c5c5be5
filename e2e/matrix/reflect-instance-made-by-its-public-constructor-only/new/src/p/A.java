package p;

public class A {
    A() {}
}
