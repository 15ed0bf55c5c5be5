package com.sun.tools.mine;

public class Tool {
    public void t() {}
}
