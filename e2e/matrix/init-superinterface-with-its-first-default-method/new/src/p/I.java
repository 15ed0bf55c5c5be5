package p;

interface I {
    int X = G.set();

    default void d() {}
}
