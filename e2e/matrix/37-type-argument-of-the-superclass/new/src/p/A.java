package p;

class A extends Base<Integer> {}
