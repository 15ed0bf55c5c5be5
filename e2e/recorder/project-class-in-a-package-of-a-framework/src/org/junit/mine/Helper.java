package org.junit.mine;

public class Helper {
    public static int f() { return p.Konst.x; }
}
