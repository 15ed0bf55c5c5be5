package p;

class Cache {
    static int get() {
        if (!Store.map().containsKey("k")) {
            Store.map().put("k", A.f());
        }
        return Store.map().get("k");
    }
}
