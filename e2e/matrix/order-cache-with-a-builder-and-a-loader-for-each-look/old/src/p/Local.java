package p;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

class Local<K, V> {
    private final Map<K, V> map = new HashMap<>();

    V get(K key, Function<K, V> loader) {
        return map.computeIfAbsent(key, loader);
    }
}
