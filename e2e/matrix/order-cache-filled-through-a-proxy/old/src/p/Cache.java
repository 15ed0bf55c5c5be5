package p;

class Cache {
    private static Integer kept;

    static int get() {
        if (kept == null) {
            Class<?>[] types = {java.util.function.IntSupplier.class};
            Object made = java.lang.reflect.Proxy.newProxyInstance(Cache.class.getClassLoader(), types, new Handler());
            kept = ((java.util.function.IntSupplier) made).getAsInt();
        }
        return kept;
    }
}
