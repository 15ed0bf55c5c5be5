package p;

class Cache {
    private static Integer kept;

    static int get(Service service) {
        if (kept == null) {
            kept = service.number();
        }
        return kept;
    }
}
