package p;

class Cache {
    static int get() {
        if (!Registry.has("k")) {
            Plugin.start();
        }
        return Registry.find("k");
    }
}
