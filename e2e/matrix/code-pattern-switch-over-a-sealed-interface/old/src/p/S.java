package p;

sealed interface S permits S.A, S.B {
    record A() implements S {}

    record B() implements S {}
}
