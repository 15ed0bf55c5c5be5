package p;

class State {
    protected static Integer kept;
}
