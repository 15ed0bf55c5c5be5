package p;

public class C {
    public int f = 10;
}
