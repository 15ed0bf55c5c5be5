package p;

public class C extends A {
    public long m(long a) {
        return 2;
    }
}
