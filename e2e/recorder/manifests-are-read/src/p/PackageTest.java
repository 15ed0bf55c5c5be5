package p;

import org.junit.jupiter.api.Test;

class PackageTest {
    @Test void asks() { Test.class.getPackage().getImplementationVersion(); }
}
