package p;

class C extends q.Base {}
