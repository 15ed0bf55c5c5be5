package p;

record A(int x) {}
