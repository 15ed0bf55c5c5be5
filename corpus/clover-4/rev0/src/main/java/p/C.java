package p;

public class C implements I {
}
