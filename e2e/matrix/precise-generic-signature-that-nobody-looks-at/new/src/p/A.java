package p;

import java.util.List;

class A {
    static List<Integer> list;

    static int f() {
        return 1;
    }
}
