package p;

interface J {}
