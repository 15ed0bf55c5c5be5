package p;

class Gone {}
