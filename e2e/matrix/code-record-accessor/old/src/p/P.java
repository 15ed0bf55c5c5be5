package p;

record P(int x) {}
