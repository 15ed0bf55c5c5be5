package p;

public class A {}
