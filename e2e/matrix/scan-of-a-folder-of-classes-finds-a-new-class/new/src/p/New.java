package p;

class New {}
