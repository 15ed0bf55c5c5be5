package p;

public class A implements java.util.function.IntSupplier {
    @Override
    public int getAsInt() {
        return 1;
    }
}
