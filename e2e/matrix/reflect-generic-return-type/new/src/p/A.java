package p;

import java.util.List;

class A {
    List<Integer> f() {
        return null;
    }
}
