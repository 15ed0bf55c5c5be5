package p;

class A extends java.util.LinkedHashMap<String, String> {}
