package p;

@An
class A {}
