package p;

sealed interface A permits B {}
