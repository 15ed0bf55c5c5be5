package p;

public class A implements K {}
