package p;

@Tag("a")
class A {}
