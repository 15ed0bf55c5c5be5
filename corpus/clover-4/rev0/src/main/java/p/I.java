package p;

public interface I {
}
