package p;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

class Handlers {
    private static Handlers only;
    private final Table table;

    private Handlers(Table table) {
        this.table = table;
    }

    static Handlers of() {
        if (only == null) {
            only = make();
        }
        return only;
    }

    private static Handlers make() {
        Table table = new Table();
        table.register("a", () -> 0);
        table.register("b", () -> A.f());
        return new Handlers(table);
    }

    Integer handle(String name) {
        return table.get(name);
    }
}

class Table {
    private final Map<String, Supplier<Integer>> suppliers = new HashMap<>();
    private final Map<String, Integer> made = new HashMap<>();

    void register(String name, Supplier<Integer> supplier) {
        suppliers.put(name, supplier);
    }

    Integer get(String name) {
        return made.computeIfAbsent(name, key -> suppliers.get(key).get());
    }
}
