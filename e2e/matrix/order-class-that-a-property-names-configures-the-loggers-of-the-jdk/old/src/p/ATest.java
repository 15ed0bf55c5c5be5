package p;
import org.junit.Test;
public class ATest { @Test public void t() throws Exception { Log.log().info("x"); } }
