package p;

import java.io.Serializable;

class D implements Serializable {
    private static final long serialVersionUID = 1;
    int x = 1;

    Object writeReplace() {
        D d = new D();
        d.x = 2;
        return x == 2 ? this : d;
    }
}
