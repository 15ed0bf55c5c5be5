package p;

import java.io.Serializable;

class B implements Serializable {
    int x = 1;
}
