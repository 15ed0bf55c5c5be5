package p;

class Ex extends RuntimeException {}
