package q;

public class C extends B {}
