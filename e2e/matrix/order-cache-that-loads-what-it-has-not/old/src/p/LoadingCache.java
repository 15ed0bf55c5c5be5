package p;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

class LoadingCache<K, V> {
    private final Map<K, V> map = new HashMap<>();
    private final Function<K, V> loader;

    private LoadingCache(Function<K, V> loader) {
        this.loader = loader;
    }

    static <K, V> LoadingCache<K, V> of(Function<K, V> loader) {
        return new LoadingCache<>(loader);
    }

    V get(K key) {
        return map.computeIfAbsent(key, loader);
    }
}
