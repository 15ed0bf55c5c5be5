package p;

class C extends M {}
