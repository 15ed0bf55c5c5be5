package p;

import java.lang.reflect.Method;
import org.junit.jupiter.api.DisplayNameGenerator;

class Names extends DisplayNameGenerator.Standard {
    @Override
    public String generateDisplayNameForMethod(Class<?> type, Method method) {
        return "a";
    }
}
