package p;

import q.Lib;

class A {
    int f() {
        return Lib.id(2);
    }
}
