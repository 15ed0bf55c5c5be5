class T1 {
    void test() throws ClassNotFoundException {
        A1 a1 = new A1();
        a1.whole();
        a1.assembled(true);
    }
}

class T2 {
    void test() {
        new A2().nothing();
    }
}

class T3 {
    void test() {
        A3.useful();
    }
}

class T4 {
    void test() {
        new A4();
    }
}
