package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class ATest {
    public static class Settings {
        private String mark;

        public void setMark(String mark) {
            this.mark = mark;
        }

        String mark() {
            return mark;
        }
    }

    @Test
    public void t() throws Exception {
        org.slf4j.LoggerFactory.getLogger("a").debug("x");
    }
}
