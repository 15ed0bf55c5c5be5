package p;

import java.util.List;

class A {
    List<String> f() {
        return null;
    }
}
