package p;

public class Settings {
    private String mark;

    public void setMark(String mark) {
        this.mark = mark + "!";
    }

    String mark() {
        return mark;
    }
}
