package p;

import org.testng.annotations.DataProvider;

public class Data {
    @DataProvider
    public static Object[][] rows() {
        return new Object[][] {{1}, {2}};
    }
}
