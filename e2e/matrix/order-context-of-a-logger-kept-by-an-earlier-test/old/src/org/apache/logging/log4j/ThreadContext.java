package org.apache.logging.log4j;

import java.util.HashMap;
import java.util.Map;

public final class ThreadContext {
    private static Map<String, String> contextMap = new HashMap<>();

    public static void put(String key, String value) {
        contextMap.put(key, value);
    }

    public static String get(String key) {
        return contextMap.get(key);
    }
}
