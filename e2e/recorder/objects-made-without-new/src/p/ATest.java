package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import java.io.*;
import java.lang.invoke.*;

class ATest {
    @Test void reflection() throws Exception { Made.class.getDeclaredConstructor().newInstance(); }
    @Test void handle() throws Throwable { Object made = MethodHandles.lookup().findConstructor(Handled.class, MethodType.methodType(void.class)).invoke(); }
    @Test void deserialised() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ObjectOutputStream objects = new ObjectOutputStream(out)) { objects.writeObject(new Stored()); }
        new ObjectInputStream(new ByteArrayInputStream(out.toByteArray())).readObject();
    }
    @Test void cloned() { new int[0].clone(); new Copied().copy(); }
}
class Made { }
class Handled { }
class Stored implements Serializable { }
class Copied implements Cloneable { Object copy() { try { return clone(); } catch (CloneNotSupportedException error) { return null; } } }
