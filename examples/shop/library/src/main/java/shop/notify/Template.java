package shop.notify;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A letter with holes: {@code Dear {name}}. */
public class Template {
    private static final Pattern HOLE = Pattern.compile("\\{(\\w+)}");

    private final String text;

    public Template(String text) {
        this.text = text;
    }

    /** One of the letters that come with the shop. */
    public static Template named(String name) throws IOException {
        String path = "/shop/letters/" + name + ".txt";
        try (InputStream in = Template.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalArgumentException("no letter `" + name + "`");
            }
            BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            return new Template(lines.lines().collect(Collectors.joining("\n")));
        }
    }

    public String fill(Map<String, ?> values) {
        Matcher holes = HOLE.matcher(text);
        StringBuffer letter = new StringBuffer();
        while (holes.find()) {
            Object value = values.get(holes.group(1));
            if (value == null) {
                throw new IllegalArgumentException("nothing to put into {" + holes.group(1) + "}");
            }
            holes.appendReplacement(letter, Matcher.quoteReplacement(value.toString()));
        }
        return holes.appendTail(letter).toString();
    }
}
