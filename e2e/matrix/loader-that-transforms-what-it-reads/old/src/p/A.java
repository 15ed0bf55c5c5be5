package p;

public class A implements java.util.function.Supplier<String> {
    @Override
    public String get() {
        return "abc";
    }
}
