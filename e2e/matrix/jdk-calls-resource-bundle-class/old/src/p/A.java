package p;

public class A extends java.util.ListResourceBundle {
    @Override
    protected Object[][] getContents() {
        return new Object[][] {{"k", "1"}};
    }
}
