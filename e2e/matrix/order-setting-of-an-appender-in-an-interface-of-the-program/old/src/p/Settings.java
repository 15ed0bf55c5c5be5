package p;

public class Settings implements HasMark {
    private String mark;

    public void mark(String mark) {
        this.mark = mark;
    }

    String mark() {
        return mark;
    }
}
