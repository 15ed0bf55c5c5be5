package p;

public interface A {
    default int f() {
        return 1;
    }
}
