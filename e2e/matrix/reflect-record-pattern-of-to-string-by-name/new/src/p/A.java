package p;

record A(int y) {}
