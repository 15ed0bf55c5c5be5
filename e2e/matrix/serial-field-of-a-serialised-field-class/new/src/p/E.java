package p;

import java.io.Serializable;

class E implements Serializable {
    private static final long serialVersionUID = 1;
    transient int x = 1;
}
