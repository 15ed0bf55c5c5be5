package p;

import java.io.FileDescriptor;
import java.io.FileInputStream;

import org.junit.jupiter.api.Test;

class DescriptorTest {
    @Test void reads() throws Exception { new FileInputStream(FileDescriptor.in).read(new byte[7]); }
}
