package p;

public class A extends B {}
