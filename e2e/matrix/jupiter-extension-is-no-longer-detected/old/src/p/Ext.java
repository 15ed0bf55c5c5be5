package p;

import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

public class Ext implements BeforeEachCallback {
    @Override
    public void beforeEach(ExtensionContext context) {
        Flag.v = 1;
    }
}
