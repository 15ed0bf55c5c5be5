package p;

class A extends ThreadLocal<String> {}
