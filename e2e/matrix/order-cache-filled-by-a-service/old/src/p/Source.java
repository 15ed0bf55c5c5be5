package p;

public interface Source {
    int value();
}
