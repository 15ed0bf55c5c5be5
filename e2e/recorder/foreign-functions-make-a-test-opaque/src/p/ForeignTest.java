package p;

import java.lang.reflect.Array;
import java.lang.reflect.Method;

import org.junit.jupiter.api.Test;

class ForeignTest {
    /** By reflection, since the fixture is compiled for a release that does not have it. */
    @Test void calls() throws Exception {
        Class<?> linkers = Class.forName("java.lang.foreign.Linker");
        Class<?> descriptors = Class.forName("java.lang.foreign.FunctionDescriptor");
        Class<?> layouts = Class.forName("[Ljava.lang.foreign.MemoryLayout;");
        Class<?> options = Class.forName("[Ljava.lang.foreign.Linker$Option;");
        Object linker = linkers.getMethod("nativeLinker").invoke(null);
        Object layout = Array.newInstance(layouts.getComponentType(), 0);
        Object descriptor = descriptors.getMethod("ofVoid", layouts).invoke(null, layout);
        Method downcall = linkers.getMethod("downcallHandle", descriptors, options);
        downcall.invoke(linker, descriptor, Array.newInstance(options.getComponentType(), 0));
    }
}
