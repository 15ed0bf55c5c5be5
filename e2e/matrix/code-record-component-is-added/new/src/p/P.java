package p;

record P(int x, int y) {}
