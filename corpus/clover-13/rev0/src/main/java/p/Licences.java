package p;

import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

public class Licences {
    private static final Set<String> FOUND = new TreeSet<>();

    /** Looked up once, for all who ask. */
    public static synchronized Set<String> all() throws IOException {
        if (FOUND.isEmpty()) {
            ClassLoader loader = Licences.class.getClassLoader();
            for (URL place : Collections.list(loader.getResources("LICENSE.txt"))) {
                FOUND.add(place.toString());
            }
        }
        return FOUND;
    }
}
