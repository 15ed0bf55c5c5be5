package shop.search;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import shop.Product;

/** Finds products by the beginnings of words in their names. */
public class SearchIndex {
    private final TreeMap<String, List<Product>> words = new TreeMap<>();
    private int size;

    public SearchIndex add(Product product) {
        for (String word : product.name().toLowerCase(Locale.ROOT).split("\\W+")) {
            words.computeIfAbsent(word, unused -> new ArrayList<>()).add(product);
        }
        size++;
        return this;
    }

    public int size() {
        return size;
    }

    /** Products that have, for each word of the query, a word that begins with it. */
    public Set<Product> find(String query) {
        Set<Product> found = null;
        for (String word : query.toLowerCase(Locale.ROOT).trim().split("\\s+")) {
            Set<Product> matching = new LinkedHashSet<>();
            words.subMap(word, word + Character.MAX_VALUE).values().forEach(matching::addAll);
            if (found == null) {
                found = matching;
            } else {
                found.retainAll(matching);
            }
        }
        return found == null ? Collections.emptySet() : found;
    }

    public Set<String> words() {
        return Collections.unmodifiableSet(words.keySet());
    }
}
