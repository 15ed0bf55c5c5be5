package p;

class Plugin {
    static {
        Registry.MAP.put("k", A.f());
    }

    static void start() {
    }
}
