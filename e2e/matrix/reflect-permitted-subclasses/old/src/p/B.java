package p;

record B() implements A {}
