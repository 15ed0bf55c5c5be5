package p;

import org.testng.annotations.BeforeSuite;

public abstract class Base {
    @BeforeSuite
    public void setUp() {
        Flag.v = 2;
    }
}
