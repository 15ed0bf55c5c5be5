package p;

import java.io.Serializable;

class D implements Serializable {
    private static final long serialVersionUID = 1;
    private static final java.io.ObjectStreamField[] serialPersistentFields = {};
    int x = 1;
}
