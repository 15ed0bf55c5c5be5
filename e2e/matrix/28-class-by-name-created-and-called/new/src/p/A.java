package p;

public class A implements F {
    @Override
    public int f() {
        return 2;
    }
}
