package p;

class Thing implements java.io.Serializable {
    transient int number;

    private void readObject(java.io.ObjectInputStream input) {
        number = A.f();
    }
}
