package p;

class I {}
