package p;

record P(int y, int x) {}
