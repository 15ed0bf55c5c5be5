package p;

public class B {
    public static int price() {
        return 5;
    }
}
