package p;

public class Text extends java.util.ListResourceBundle {
    @Override
    protected Object[][] getContents() {
        return new Object[][] {{"k", "2"}};
    }
}
