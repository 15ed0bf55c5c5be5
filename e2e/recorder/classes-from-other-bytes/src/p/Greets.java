package p;

public interface Greets {
    String greet();
}
