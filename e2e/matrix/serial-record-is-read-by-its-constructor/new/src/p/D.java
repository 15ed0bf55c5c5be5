package p;

import java.io.Serializable;

record D(int x) implements Serializable {
    static int count;

    D {
        x += count++;
    }
}
