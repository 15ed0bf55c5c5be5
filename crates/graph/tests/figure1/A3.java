class A3 {
    static void useful() {
        new L().harmless();
    }
}
