package tamis.run;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is to be run: a file with a word and a value on each line. */
final class Plan {
    /** Where results go. */
    String results;
    /** Where to say why nothing could be run. */
    String reason;
    /** Whether results are wanted of all tests, because nobody else records them. */
    boolean listens;

    private final Map<String, List<String>> tests = new LinkedHashMap<String, List<String>>();

    static Plan read(String file) throws IOException {
        Plan plan = new Plan();
        BufferedReader reader = new BufferedReader(new InputStreamReader(new FileInputStream(file), "UTF-8"));
        try {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                int space = line.indexOf(' ');
                plan.take(line.substring(0, space), line.substring(space + 1));
            }
        } finally {
            reader.close();
        }
        return plan;
    }

    private void take(String word, String value) {
        if (word.equals("results")) {
            results = value;
        } else if (word.equals("reason")) {
            reason = value;
        } else if (word.equals("listen")) {
            listens = value.equals("yes");
        } else {
            List<String> names = tests.get(word);
            if (names == null) {
                names = new ArrayList<String>();
                tests.put(word, names);
            }
            names.add(value);
        }
    }

    /** In the order in which they come first. */
    Iterable<String> frameworks() {
        return tests.keySet();
    }

    String[] testsOf(String framework) {
        return tests.get(framework).toArray(new String[0]);
    }
}
