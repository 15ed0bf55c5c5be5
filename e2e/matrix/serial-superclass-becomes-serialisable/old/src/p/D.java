package p;

import java.io.Serializable;

class D extends B implements Serializable {
    private static final long serialVersionUID = 1;
}
