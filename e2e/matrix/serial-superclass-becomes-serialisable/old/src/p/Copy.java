package p;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

class Copy {
    static Object of(Object original) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new ObjectOutputStream(out).writeObject(original);
        return new ObjectInputStream(new ByteArrayInputStream(out.toByteArray())).readObject();
    }
}
