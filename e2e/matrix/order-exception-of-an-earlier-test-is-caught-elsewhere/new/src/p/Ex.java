package p;

class Ex extends IllegalStateException {}
