package p;

public class C {
    public long m(long a) {
        return 2;
    }
}
