package p;
import org.junit.Test;
public class ATest { @Test public void t() throws Exception { org.slf4j.LoggerFactory.getLogger("p").info("x"); } }
