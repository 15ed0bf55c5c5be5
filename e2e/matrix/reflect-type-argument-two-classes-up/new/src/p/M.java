package p;

class M extends Base<Integer> {}
