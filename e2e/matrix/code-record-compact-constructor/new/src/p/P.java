package p;

record P(int x) {
    P {
        x++;
    }
}
