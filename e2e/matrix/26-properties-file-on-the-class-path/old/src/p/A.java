package p;

import java.io.InputStream;
import java.util.Properties;

class A {
    static String f() throws Exception {
        Properties properties = new Properties();
        try (InputStream in = A.class.getResourceAsStream("a.properties")) {
            properties.load(in);
        }
        return properties.getProperty("k");
    }
}
