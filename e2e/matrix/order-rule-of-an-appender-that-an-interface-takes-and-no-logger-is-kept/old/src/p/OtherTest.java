package p;
import static org.junit.Assert.*;
import org.junit.Test;
public class OtherTest { @Test public void t() throws Exception { assertEquals(3, "abc".length()); } }
