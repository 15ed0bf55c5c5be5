package p;

final class A {}
