package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import java.io.*;

class ATest {
    static byte[] bytes;
    @Test void writesAndReads() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ObjectOutputStream objects = new ObjectOutputStream(out)) { objects.writeObject(new Stored()); }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(out.toByteArray()))) {
            Assertions.assertNotNull(in.readObject());
        }
    }
}
class Stored extends Base implements Serializable { }
class Base { }
