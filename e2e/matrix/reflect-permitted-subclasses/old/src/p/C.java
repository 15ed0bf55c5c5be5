package p;

record C() implements Cloneable {}
