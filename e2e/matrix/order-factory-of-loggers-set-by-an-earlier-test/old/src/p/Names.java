package p;

import java.net.URI;
import org.apache.logging.log4j.spi.LoggerContext;
import org.apache.logging.log4j.spi.LoggerContextFactory;

class Names implements LoggerContextFactory {
    private final String mark;

    Names(String mark) {
        this.mark = mark;
    }

    @Override
    public LoggerContext getContext(String name, ClassLoader loader, Object context, boolean isCurrent) {
        return null;
    }

    @Override
    public LoggerContext getContext(
            String name, ClassLoader loader, Object context, boolean isCurrent, URI place, String other) {
        return null;
    }

    @Override
    public void removeContext(LoggerContext context) {}

    @Override
    public String toString() {
        return mark;
    }
}
