class A4 {
    int answer = 42;
}
