package p;

interface J extends I {
    @Override
    default int g() {
        return f() + 2;
    }
}
