package p;

public class C extends A {
    public int f = 11;
}
