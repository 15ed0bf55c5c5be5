package p;

import static org.junit.Assert.assertEquals;

import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runner.notification.RunNotifier;
import org.junit.runners.BlockJUnit4ClassRunner;

@RunWith(ATest.Virtual.class)
public class ATest {
    @Test
    public void t() throws Exception {
        Thread.sleep(1);
        assertEquals(1, Data.used());
    }

    public static class Virtual extends BlockJUnit4ClassRunner {
        public Virtual(Class<?> test) throws Exception {
            super(test);
        }

        @Override
        public void run(RunNotifier notifier) {
            Runnable work = () -> super.run(notifier);
            try {
                ((Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work)).join();
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
        }
    }
}
