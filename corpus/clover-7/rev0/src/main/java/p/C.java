package p;

public class C extends A {
}
