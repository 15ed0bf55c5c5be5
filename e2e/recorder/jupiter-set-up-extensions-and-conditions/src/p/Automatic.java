package p;

import org.junit.jupiter.api.extension.*;

public class Automatic implements BeforeAllCallback {
    @Override public void beforeAll(ExtensionContext context) { Automatically.run(); }
}
class Automatically { static void run() {} }
