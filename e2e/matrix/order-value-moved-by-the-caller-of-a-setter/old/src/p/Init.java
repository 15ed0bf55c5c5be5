package p;

class Init {
    static void wire() {
        Cache.set(Config.value);
    }
}
