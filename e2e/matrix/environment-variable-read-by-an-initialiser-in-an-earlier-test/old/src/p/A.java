package p;

class A {
    static final String X = System.getenv("TAMIS_MATRIX");
}
