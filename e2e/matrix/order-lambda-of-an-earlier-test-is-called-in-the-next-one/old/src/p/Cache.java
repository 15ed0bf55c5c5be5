package p;

class Cache {
    private static Memo<Integer> memo;

    static void init() {
        memo = new Memo<>(() -> A.f());
    }

    static int get() {
        if (memo == null) {
            init();
        }
        return memo.get();
    }
}
