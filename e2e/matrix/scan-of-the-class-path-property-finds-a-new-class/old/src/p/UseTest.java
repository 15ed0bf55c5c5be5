package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        var folder = new java.io.File(System.getProperty("java.class.path").split(java.io.File.pathSeparator)[0], "p");
        int count = 0;
        for (String name : folder.isDirectory() ? folder.list() : new String[0]) {
            count += name.startsWith("N") ? 1 : 0;
        }
        assertEquals(0, count);
    }
}
