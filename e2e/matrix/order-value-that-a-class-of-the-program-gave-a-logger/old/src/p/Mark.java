package p;

import ch.qos.logback.core.PropertyDefinerBase;

public class Mark extends PropertyDefinerBase {
    @Override
    public String getPropertyValue() {
        return A.f();
    }
}
