package p;

class B implements Cloneable {
    int f() {
        return 1;
    }

    B copy() throws CloneNotSupportedException {
        return (B) clone();
    }
}
