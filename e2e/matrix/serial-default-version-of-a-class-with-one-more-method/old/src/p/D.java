package p;

import java.io.Serializable;

class D implements Serializable {
    int x = 1;
}
