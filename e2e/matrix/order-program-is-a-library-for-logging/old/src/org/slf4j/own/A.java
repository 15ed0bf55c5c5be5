package org.slf4j.own;

class A {
    static int f() {
        return 1;
    }
}
