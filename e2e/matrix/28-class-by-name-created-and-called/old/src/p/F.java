package p;

public interface F {
    int f();
}
