package p;

final class B extends A {}
