package p;

import static org.testng.Assert.*;

import org.testng.annotations.Test;

public class UseTest {
    @Test(dataProvider = "rows", dataProviderClass = Data.class)
    public void t(int x) {
        assertTrue(x < 3);
    }
}
