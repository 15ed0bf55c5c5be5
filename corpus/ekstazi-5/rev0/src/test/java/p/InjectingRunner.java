package p;

import java.lang.reflect.Field;
import org.junit.runners.BlockJUnit4ClassRunner;
import org.junit.runners.model.InitializationError;

public class InjectingRunner extends BlockJUnit4ClassRunner {
    public InjectingRunner(Class<?> test) throws InitializationError {
        super(test);
    }

    @Override
    protected Object createTest() throws Exception {
        Object test = super.createTest();
        for (Field field : test.getClass().getDeclaredFields()) {
            if (field.isAnnotationPresent(Inject.class)) {
                field.setAccessible(true);
                field.set(test, field.getType().getConstructor().newInstance());
            }
        }
        return test;
    }
}
