package p;

class A extends java.util.ArrayList<String> {}
