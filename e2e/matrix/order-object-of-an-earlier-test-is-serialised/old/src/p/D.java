package p;

import java.io.Serializable;

class D implements Serializable {
    private static final long serialVersionUID = 1;
    int x = 5;
}
