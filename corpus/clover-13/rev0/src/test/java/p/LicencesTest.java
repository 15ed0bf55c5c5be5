package p;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class LicencesTest {
    @Test
    public void onlyHamcrestBringsALicence() throws Exception {
        assertEquals(Licences.all().toString(), 1, Licences.all().size());
    }
}
