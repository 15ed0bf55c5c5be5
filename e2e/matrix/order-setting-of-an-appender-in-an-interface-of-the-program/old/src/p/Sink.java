package p;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;

public class Sink extends AppenderBase<ILoggingEvent> {
    private Settings settings;

    public void setSettings(Settings settings) {
        this.settings = settings;
    }

    @Override
    protected void append(ILoggingEvent event) {
        System.out.println(settings.mark() + " " + event.getFormattedMessage());
    }
}
