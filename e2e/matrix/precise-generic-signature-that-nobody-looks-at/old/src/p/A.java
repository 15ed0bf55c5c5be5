package p;

import java.util.List;

class A {
    static List<String> list;

    static int f() {
        return 1;
    }
}
