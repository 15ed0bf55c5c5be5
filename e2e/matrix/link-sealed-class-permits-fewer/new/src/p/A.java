package p;

sealed class A permits B {}
