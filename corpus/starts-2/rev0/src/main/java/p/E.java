package p;

public class E {
    public int g() {
        return 1;
    }
}
