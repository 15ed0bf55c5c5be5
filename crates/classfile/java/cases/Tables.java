package cases;

import java.lang.annotation.ElementType;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Local variable, type and annotation tables with something in them. */
public final class Tables {
    private Tables() {}

    @Target(ElementType.TYPE_USE)
    @interface Use {}

    static int tables(List<String> words, long skip) {
        @Use List<@Use String> copy = new @Use ArrayList<@Use String>(words);
        int total = 0;
        for (@Use String word : copy) {
            Object object = (@Use Object) word;
            if (object instanceof @Use String) {
                total += word.length();
            }
            try {
                Supplier<ArrayList<String>> maker = @Use ArrayList::new;
                total += maker.get().size();
            } catch (@Use IllegalStateException e) {
                total--;
            }
        }
        return total - (int) skip;
    }

    public static void run() {
        List<String> words = new ArrayList<>();
        words.add("four");
        words.add("seven77");
        System.out.println(tables(words, 2));
    }
}
