package p;

interface I extends J {}
