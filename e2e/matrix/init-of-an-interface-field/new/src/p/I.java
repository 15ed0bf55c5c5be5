package p;

interface I {
    int X = Integer.parseInt("2");
}
