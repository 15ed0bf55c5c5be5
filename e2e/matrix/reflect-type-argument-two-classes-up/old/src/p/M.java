package p;

class M extends Base<String> {}
