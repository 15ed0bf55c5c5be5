package p;

public class E {
    public int g() {
        return 1;
    }

    public int unused() {
        return 1;
    }
}
