package p;
import java.util.logging.*;
public class Config {
    public Config() {
        Logger.getLogger("p").setUseParentHandlers(false);
        Logger.getLogger("p").addHandler(new Out(mark()));
    }
    static String mark() { return "1" + "!"; }
}
