package jdk.mine;

public class Util {
    public static int f() { return Deep.g(); }
}
class Deep { static int g() { return 3; } }
