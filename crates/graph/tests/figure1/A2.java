class A2 {
    void nothing() {}
}
