package p;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.*;
public class Sink extends AppenderBase<ILoggingEvent> implements HasRules {
    private final List<Rule> rules = new ArrayList<>();
    public List<Rule> rules() { return rules; }
    @Override protected void append(ILoggingEvent event) { System.out.println(decorate(event.getFormattedMessage())); }
}
