package p;

public class A {
    public long m(int a) {
        return 1;
    }
}
