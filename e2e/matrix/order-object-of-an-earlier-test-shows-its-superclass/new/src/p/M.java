package p;

class M {}
