package p;

record C() implements A {}
