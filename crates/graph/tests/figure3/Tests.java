class T1 {
    void test() throws ReflectiveOperationException {
        Server.open().user();
    }
}

class T2 {
    void test() throws ReflectiveOperationException {
        Server.open().user();
    }
}
