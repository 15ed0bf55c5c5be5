package q;

public class A {}
