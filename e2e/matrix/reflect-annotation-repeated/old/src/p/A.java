package p;

@Tag("a")
@Tag("b")
class A {}
