package p;

public interface K {
    int X = 1;
}
