package p;

class C extends A {}
