package p;

class Opt {}
