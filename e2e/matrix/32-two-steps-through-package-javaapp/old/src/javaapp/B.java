package javaapp;

public class B {
    public static int f() {
        return C.f();
    }
}
