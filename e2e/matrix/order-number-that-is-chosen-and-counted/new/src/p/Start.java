package p;

public class Start {
    public static int number() {
        return 200;
    }
}
