package p;
import java.util.logging.*;
public class Out extends Handler {
    private final String mark;
    public Out(String mark) { this.mark = mark; }
    @Override public void publish(LogRecord r) { System.out.println(mark + " " + r.getMessage()); }
    @Override public void flush() {}
    @Override public void close() {}
}
