package p;

public class A {
    public static int price() {
        return 2;
    }
}
