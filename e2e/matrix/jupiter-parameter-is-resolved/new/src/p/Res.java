package p;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

public class Res implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return true;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return 2;
    }
}
