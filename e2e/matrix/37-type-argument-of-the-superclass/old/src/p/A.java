package p;

class A extends Base<String> {}
