package p;

interface J extends I {
    @Override
    default int f() {
        return 2;
    }
}
