package org.slf4j;

public class Kept {
    private static Object logger;

    public static Object logger() {
        if (logger == null) {
            logger = p.Layout.make();
        }
        return logger;
    }
}
